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
