import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { constants } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppProblem } from '../http/appProblem.ts'
import { checkKey, type Storage } from './port.ts'

const readErrorCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const NO_ROOM = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'])

/** Puts a file in its place once `write` has filled it: a reader sees the whole file or none. */
const writeWhole = async (path: string, write: (half: string) => Promise<void>): Promise<void> => {
  const half = `${path}.${randomUUID()}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await write(half)
    await rename(half, path)
  } catch (error) {
    await rm(half, { force: true })
    if (NO_ROOM.has(readErrorCode(error)))
      throw new AppProblem(
        'DEPENDENCY_UNAVAILABLE',
        'There’s no space for files right now. Try again later',
        {},
        {},
        error,
      )
    throw error
  }
}

const unlessMissing = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Files in a folder of this machine, readable by our user alone. */
export const folderStorage = (directory: string): Storage => ({
  put: async (key, bytes) =>
    writeWhole(join(directory, checkKey(key)), async (half) => {
      const file = await open(half, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
    }),
  putFile: async (key, source) =>
    writeWhole(join(directory, checkKey(key)), async (half) => {
      await copyFile(source, half, constants.COPYFILE_EXCL)
      const file = await open(half, 'r+')
      try {
        await file.chmod(0o600)
        await file.sync()
      } finally {
        await file.close()
      }
    }),
  get: async (key) => unlessMissing(readFile(join(directory, checkKey(key)))),
  getPart: async (key, start, end) => {
    const file = await unlessMissing(open(join(directory, checkKey(key))))
    if (file === undefined) return undefined
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  },
  removeAll: async (prefix) => {
    await rm(join(directory, checkKey(prefix.slice(0, -1))), { recursive: true, force: true })
  },
})
