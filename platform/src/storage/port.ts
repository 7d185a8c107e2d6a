import type { StorageKey } from '@hearth/contracts/kernel/accountFolders'

/**
 * Where files lie. Keys are ours, never a sender's: lower-case letters, digits, dots and dashes between
 * slashes.
 */
export type Storage = Readonly<{
  /**
   * Writes a whole file or nothing; the same key again takes its place. Throws `DEPENDENCY_UNAVAILABLE` when
   * there is no room or no answer.
   */
  put: (key: StorageKey, bytes: Buffer, type: string) => Promise<void>
  /** The same with the bytes of a file of this machine, which are never all in memory. */
  putFile: (key: StorageKey, path: string, type: string) => Promise<void>
  /** The bytes from `start` until before `end`, fewer where the file ends before; undefined when there is none. */
  getPart: (key: string, start: number, end: number) => Promise<Buffer | undefined>
  /** Undefined when there is none. */
  get: (key: string) => Promise<Buffer | undefined>
  /** Removes every file whose key starts so; a prefix ends with a slash. */
  removeAll: (prefix: `${string}/`) => Promise<void>
}>

const KEY = /^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9][a-z0-9.-]*)*$/

/** Throws for a key that is not ours: a bug, since no sender's text ever becomes one. */
export const checkKey = (key: string): string => {
  if (!KEY.test(key)) throw new Error('A storage key is not well-formed')
  return key
}
