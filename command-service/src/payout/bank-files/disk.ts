import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The steps in which files are written; the process may die between any two of them, and within one. */
export type Disk = Readonly<{
  ensureDirectory: (path: string) => Promise<void>
  /** Replaces the content. It survives a power failure, unless the write is interrupted. */
  write: (path: string, content: string | Uint8Array) => Promise<void>
  /** Atomic within a file system; rejects with EXDEV between two. */
  move: (from: string, to: string) => Promise<void>
  /** As `move`, but false when there is a file already: of several moves to one path, one succeeds. */
  moveFirst: (from: string, to: string) => Promise<boolean>
  /** Undefined when the file does not exist. */
  read: (path: string) => Promise<string | undefined>
  /** The names in a directory; none when it does not exist. */
  list: (directory: string) => Promise<readonly string[]>
  /** Does nothing when the file does not exist. */
  remove: (path: string) => Promise<void>
}>

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT')

const syncDirectory = async (path: string): Promise<void> => {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

export const localDisk: Disk = {
  ensureDirectory: async (path) => void (await mkdir(path, { recursive: true })),
  write: async (path, content) => {
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
  },
  move: async (from, to) => {
    await rename(from, to)
    await syncDirectory(dirname(to))
    if (dirname(from) !== dirname(to)) await syncDirectory(dirname(from))
  },
  moveFirst: async (from, to) => {
    try {
      await link(from, to)
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false
      throw error
    }
    await syncDirectory(dirname(to))
    await rm(from)
    return true
  },
  read: async (path) => {
    try {
      return await readFile(path, 'utf8')
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },
  list: async (directory) => {
    try {
      return await readdir(directory)
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  },
  remove: (path) => rm(path, { force: true }),
}

/** Writes what `move` makes the file itself; two processes that write the same file do not meet. */
export const writePart = async (disk: Disk, path: string, content: string | Uint8Array): Promise<string> => {
  const part = `${path}.${randomUUID()}.part`
  await disk.write(part, content)
  return part
}
