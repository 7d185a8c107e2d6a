import { INVITATION_DAYS, type AccountEvent } from '@hearth/contracts/account'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { OWNER } from '../../testing/given.ts'

export const opened = {
  type: 'AccountOpened',
  data: {
    hostAccountId: 'a',
    displayName: 'Vale Stays',
    kind: 'company',
    country: 'US',
    defaultCurrency: 'USD',
    timezone: 'America/New_York',
  },
} as const

export const joined = (
  memberId: string,
  userId: string,
  role: 'owner' | 'cohost_full' | 'cohost_messaging',
  listingIds: string[] | null = null,
) =>
  ({
    type: 'MemberJoined',
    data: {
      hostAccountId: 'a',
      memberId,
      userId,
      role,
      listingIds,
      name: userId,
      email: `${userId}@vale.example`,
    },
  }) as const

export const invited = (
  memberId: string,
  expiresAt = '2026-06-19T13:42:00.000Z',
  more: object = {},
): AccountEvent & Readonly<{ at: Instant }> => ({
  at: addHours(expiresAt, -INVITATION_DAYS * 24),
  type: 'MemberInvited',
  data: {
    hostAccountId: 'a',
    memberId,
    email: 'sam@vale.example',
    role: 'cohost_messaging',
    listingIds: null,
    expiresAt,
    ...more,
  },
})

export const ada = joined('m-ada', 'owner', 'owner')

export const sam = joined('m-sam', 'sam', 'cohost_messaging')

export const lee = joined('m-lee', 'lee', 'cohost_full', ['l1', 'l2'])

export const SAM = { id: 'sam', kind: 'host', role: 'cohost_messaging', name: 'Sam' } as const

export const LEE = { id: 'lee', kind: 'host', role: 'cohost_full', name: 'Lee' } as const

export const facts = { unknownListings: [], standingBookings: 0 }

export const by = (actor: typeof OWNER, more: object = {}) => ({ id: 'a', actor, facts, ...more })

export const invite = (more: object = {}) =>
  ({
    type: 'InviteMember',
    data: { email: 'sam@vale.example', role: 'cohost_messaging', listingIds: null, ...more },
  }) as never

export const change = (memberId: string, role: string, listingIds: string[] | null = null) =>
  ({ type: 'ChangeMemberRole', data: { memberId, role, listingIds } }) as never

export const remove = (memberId: string) => ({ type: 'RemoveMember', data: { memberId } }) as const
