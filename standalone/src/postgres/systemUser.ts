import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type SystemUser = Readonly<{ name: string; uid: number; gid: number }>

/**
 * The account that Postgres runs under when we are root: its own one, else an unprivileged one, else any but
 * root.
 */
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
  if (!user)
    throw new Error(
      'Postgres refuses to run as root, and /etc/passwd names no other user that it could run under',
    )
  return user
}

type Ownership = Readonly<{ mode: number; uid: number; gid: number }>

/** Whether the user has all of `wanted` (read 4, write 2, enter or run 1) by the bits. */
export const permits = (user: SystemUser, { mode, uid, gid }: Ownership, wanted: number): boolean => {
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
  return ((mode >> shift) & wanted) === wanted
}

/** Whether every directory above `path` lets the user through. */
export const canReach = (user: SystemUser, path: string): boolean => {
  const parent = dirname(path)
  return parent === path || (permits(user, statSync(parent), 0o1) && canReach(user, parent))
}

export const canRun = (user: SystemUser, program: string): boolean =>
  permits(user, statSync(program), 0o5) && canReach(user, program)
