import { describe, expect, it } from 'vitest'
import { chooseServerUser, permits } from './systemUser.ts'

const passwd = (...lines: string[]) => ['root:x:0:0:root:/root:/bin/bash', ...lines, ''].join('\n')

describe('chooseServerUser', () => {
  it('prefers postgres, then `nobody`, then any user but root', () => {
    const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin'
    const postgres = 'postgres:x:101:104::/var/lib/postgresql:/bin/bash'
    expect(chooseServerUser(passwd(nobody, postgres))).toEqual({ name: 'postgres', uid: 101, gid: 104 })
    expect(chooseServerUser(passwd(nobody))).toEqual({ name: 'nobody', uid: 65_534, gid: 65_534 })
    expect(chooseServerUser(passwd('app:x:1000:1000::/home/app:/bin/sh'))?.name).toBe('app')
    expect(chooseServerUser(passwd())).toBeUndefined()
  })
})

describe('permits', () => {
  const user = { name: 'postgres', uid: 101, gid: 104 }
  it.each([
    [0o700, 101, 0, true],
    [0o700, 0, 0, false],
    [0o750, 0, 104, true],
    [0o705, 0, 0, true],
    [0o075, 101, 104, false],
    [0o711, 0, 0, false],
  ])('mode %o of %i:%i to read and run: %s', (mode, uid, gid, expected) => {
    expect(permits(user, { mode, uid, gid }, 0o5)).toBe(expected)
  })
})
