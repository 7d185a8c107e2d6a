import { OWNER } from '../../testing/given.ts'

const opened = {
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

const joined = (memberId: string, userId: string, role: 'owner' | 'cohost_full') =>
  ({
    type: 'MemberJoined',
    data: {
      hostAccountId: 'a',
      memberId,
      userId,
      role,
      listingIds: null,
      name: userId,
      email: `${userId}@vale.example`,
    },
  }) as const

export const team = [
  opened,
  joined('m-ada', 'owner', 'owner'),
  joined('m-lee', 'lee', 'cohost_full'),
  joined('m-sam', 'sam', 'cohost_full'),
]

export const LEE = { id: 'lee', kind: 'host', role: 'cohost_full', name: 'Lee' } as const

export const SAM = { id: 'sam', kind: 'host', role: 'cohost_full', name: 'Sam' } as const

export const by = (actor: typeof OWNER, now = '2026-06-12T13:42:00.000Z', standingBookings = 0) => ({
  id: 'a',
  actor,
  now,
  facts: { unknownListings: [], standingBookings },
})

export const offered = {
  type: 'OwnershipTransferRequested',
  data: {
    hostAccountId: 'a',
    transferId: 't',
    fromMemberId: 'm-ada',
    toMemberId: 'm-lee',
    expiresAt: '2026-06-19T13:42:00.000Z',
  },
} as const

export const confirmed = {
  type: 'OwnershipTransferConfirmed',
  data: { hostAccountId: 'a', transferId: 't', effectiveAt: '2026-06-15T13:42:00.000Z' },
} as const

export const offer = { type: 'RequestOwnershipTransfer', data: { memberId: 'm-lee' } } as const

export const confirm = { type: 'ConfirmOwnershipTransfer', data: { transferId: 't' } } as const

export const cancel = { type: 'CancelOwnershipTransfer', data: { transferId: 't' } } as const

export const complete = { type: 'CompleteOwnershipTransfer', data: { transferId: 't' } } as const
