import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SystemUser } from '../postgres/systemUser.ts'

const OWNER_ONLY = 0o700
const STICKY = 0o1000
const POSTGRES = 'postgres'
const FILES = 'files'

/** Takes all rights of other users away from what is in a directory. Links are not followed. */
const closeEntries = (directory: string, skipped: readonly string[]): void => {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (skipped.includes(entry.name) || !(entry.isFile() || entry.isDirectory())) continue
    const path = join(directory, entry.name)
    const mode = lstatSync(path).mode & 0o7777
    const isClosed = (mode & ~OWNER_ONLY) === 0
    if (!isClosed) chmodSync(path, mode & OWNER_ONLY)
    // There may be many photos, and all of them are in a directory of ours.
    if (entry.isDirectory() && !(isClosed && entry.name === FILES)) closeEntries(path, [])
  }
}

/**
 * Creates the data directory, or closes an existing one and all that is in it to other users of the machine.
 * `serverUser` is the user that Postgres runs under, if another one: it may pass through the directory to its
 * own. Throws a sentence about the setting where the directory cannot be closed.
 */
export const closeDataDirectory = (directory: string, serverUser: SystemUser | undefined): void => {
  mkdirSync(directory, { recursive: true, mode: OWNER_ONLY })
  const userId = process.getuid?.()
  if (userId === undefined) return
  const { uid, mode } = lstatSync(directory)
  if ((mode & STICKY) !== 0 || (userId !== 0 && uid !== userId))
    throw new Error(`${directory} is shared with other users, who could read the data; use one of your own`)
  if (serverUser) chownSync(directory, uid, serverUser.gid)
  chmodSync(directory, serverUser ? 0o710 : OWNER_ONLY)
  // Postgres closes its own directory, which belongs to its user.
  closeEntries(directory, [POSTGRES])
}
