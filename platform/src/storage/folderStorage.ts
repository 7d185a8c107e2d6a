import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppProblem } from '../http/appProblem.ts'
import { checkKey, type Storage } from './port.ts'

const readErrorCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const NO_ROOM = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'])

/** Files in a folder of this machine, readable by our user alone. */
export const folderStorage = (directory: string): Storage => ({
  put: async (key, bytes) => {
    const path = join(directory, checkKey(key))
    const half = `${path}.${randomUUID()}`
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(half, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      // A reader sees the whole file or none.
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
  },
  get: async (key) => {
    try {
      return await readFile(join(directory, checkKey(key)))
    } catch (error) {
      if (readErrorCode(error) === 'ENOENT') return undefined
      throw error
    }
  },
  removeAll: async (prefix) => {
    await rm(join(directory, checkKey(prefix.slice(0, -1))), { recursive: true, force: true })
  },
})
