import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type SystemUser = Readonly<{ name: string; uid: number; gid: number }>

/** The account that Postgres runs under when we are root: its own one, else a powerless one, else any but root. */
export const chooseServerUser = (passwd: string): SystemUser | undefined => {
  const users = passwd.split('\n').flatMap((line): SystemUser[] => {
    const [name, , uid, gid] = line.split(':')
    return name && Number(uid) > 0 && Number(gid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
  const named = (name: string) => users.find((user) => user.name === name)
  return named('postgres') ?? named('nobody') ?? named('daemon') ?? users[0]
}

/** undefined = Postgres runs as the user we already are. */
export const serverUser = (): SystemUser | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const user = chooseServerUser(readFileSync('/etc/passwd', 'utf8'))
  if (!user) throw new Error('Postgres refuses to run as root, and /etc/passwd names no other user that it could run under')
  return user
}

type Ownership = Readonly<{ mode: number; uid: number; gid: number }>

/** Whether the bits let the user enter a directory, or read and run a file. */
export const permits = (user: SystemUser, { mode, uid, gid }: Ownership): boolean => {
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
  return ((mode >> shift) & 0o5) === 0o5
}

/** Whether the user can use `path`: every directory above it lets the user through, and so does the path itself. */
export const canReach = (user: SystemUser, path: string): boolean => {
  const parent = dirname(path)
  return permits(user, statSync(path)) && (parent === path || canReach(user, parent))
}
