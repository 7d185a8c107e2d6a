import {
  HOST_ROLES,
  SERVICE_ROLES,
  STAFF_ROLES,
  type ImpersonationScope,
} from '@hearth/contracts/kernel/access'
import type { Caller } from './authzExpectations.ts'
import type { Client, Journey } from './journey.ts'
import type { Records, World } from './world.ts'

/** A caller in the matrix. `own` and `foreign` are ids of records, from that caller's point of view. */
export type Principal = Caller &
  Readonly<{
    name: string
    client: Client
    account: string
    elsewhere: string
    own: Records
    foreign: Records
  }>

/** All callers of the matrix (docs/domain/security.md#foreign-records). */
export const listPrincipals = (
  { baseUrl, client, as }: Journey,
  { here, there, unproved, impersonator, staff, records }: World,
): readonly Principal[] => {
  const [own, foreign] = [
    { ...records.platform, ...records.own },
    { ...records.platform, ...records.foreign },
  ]
  const inside = { account: here.account, elsewhere: there.account, own, foreign }
  const host = { bound: true, proved: true } as const
  const free = { bound: false, proved: true } as const
  const impersonate = (mode: 'read_only' | 'act_as', scope: ImpersonationScope = 'all') => ({
    mode,
    scopes: [scope],
  })
  return [
    { ...inside, name: 'anonymous', client: client({ origin: baseUrl }), bound: false, proved: false },
    ...HOST_ROLES.map((role) => ({ ...inside, ...host, name: role, role, client: here.people[role] })),
    {
      ...inside,
      ...host,
      name: 'owner without a fresh proof',
      role: 'owner',
      proved: false,
      client: unproved,
    },
    {
      ...host,
      name: 'owner of another account',
      role: 'owner',
      client: there.people.owner,
      account: there.account,
      elsewhere: here.account,
      own: foreign,
      foreign: own,
    },
    ...STAFF_ROLES.map((role) => ({ ...inside, ...free, name: role, role, client: staff[role] })),
    {
      ...inside,
      ...host,
      name: 'read-only impersonator',
      role: 'support',
      impersonation: impersonate('read_only'),
      client: impersonator.read,
    },
    {
      ...inside,
      ...host,
      name: 'acting impersonator',
      role: 'support',
      impersonation: impersonate('act_as'),
      client: impersonator.act,
    },
    {
      ...inside,
      ...host,
      name: 'impersonator of the inbox',
      role: 'support',
      impersonation: impersonate('read_only', 'inbox'),
      client: impersonator.inbox,
    },
    ...SERVICE_ROLES.map((role) => ({ ...inside, ...free, name: role, role, client: as(role) })),
  ]
}
