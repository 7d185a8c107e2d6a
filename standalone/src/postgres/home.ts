import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { canReach, type SystemUser } from './systemUser.ts'

/** Where files go that must lie outside a directory which the server's user cannot enter. */
export const sharedDirectory = '/var/lib/hearth'

/** Creates a directory that other users may enter, whatever the umask of this process. */
export const createOpenDirectory = (path: string): void => {
  if (mkdirSync(path, { recursive: true }) !== undefined) chmodSync(path, 0o755)
}

const ownedDirectory = (path: string, user: SystemUser | undefined) => {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (user) chownSync(path, user.uid, user.gid)
  return path
}

/**
 * The directory that holds the cluster, its password and its owner's mark. It is `dataDirectory` itself,
 * unless the server's user cannot enter it (root's home); then `dataDirectory` holds a file `location` with
 * the real path. The path has a random part, so that deleting `dataDirectory` gives a new, empty installation
 * and never an old one without its keys.
 */
export const locateHome = (dataDirectory: string, user: SystemUser | undefined): string => {
  const wanted = resolve(dataDirectory)
  const pointer = join(wanted, 'location')
  if (existsSync(pointer)) return ownedDirectory(readFileSync(pointer, 'utf8').trim(), user)
  mkdirSync(dirname(wanted), { recursive: true })
  if (!user || canReach(user, wanted)) return ownedDirectory(wanted, user)
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
  const home = join(sharedDirectory, `${hash}-${randomBytes(4).toString('hex')}`, basename(wanted))
  mkdirSync(wanted, { recursive: true, mode: 0o700 })
  for (const path of [sharedDirectory, dirname(home)]) createOpenDirectory(path)
  writeFileSync(pointer, `${home}\n`)
  return ownedDirectory(home, user)
}
