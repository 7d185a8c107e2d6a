import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The steps in which files are written; the process may die between any two of them, and within one. */
export type Disk = Readonly<{
  ensureDirectory: (path: string) => Promise<void>
  /** Replaces the content. It survives a power failure, unless the write is interrupted. */
  write: (path: string, content: string | Uint8Array) => Promise<void>
  /** Atomic within a file system; rejects with EXDEV between two. */
  move: (from: string, to: string) => Promise<void>
  /** Undefined when the file does not exist. */
  read: (path: string) => Promise<string | undefined>
}>

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

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
  read: async (path) => {
    try {
      return await readFile(path, 'utf8')
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },
}

/** Writes what `move` makes the file itself; two processes that write the same file do not meet. */
export const writePart = async (disk: Disk, path: string, content: string | Uint8Array): Promise<string> => {
  const part = `${path}.${randomUUID()}.part`
  await disk.write(part, content)
  return part
}
