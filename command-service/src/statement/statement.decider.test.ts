import { domain } from '@hearth/contracts'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { StatementContent, StatementEvent } from '@hearth/contracts/statement'
import { describe, expect, test } from 'vitest'
import { given, SCHEDULER } from '../testing/given.ts'
import { statement } from './statement.decider.ts'
import type { StatementFacts } from './statement.facts.ts'

const ID = deriveId('test', 'account')
const content: StatementContent = {
  hostAccountId: ID,
  month: '2026-05',
  timezone: 'UTC',
  previousMonth: null,
  ledgerRevision: 7,
  listings: {},
  sections: [
    {
      currency: 'USD',
      openingMinor: 0,
      entries: [
        {
          entryId: deriveId('entry'),
          kind: 'reimbursement',
          bookingId: null,
          listingId: null,
          earnedOn: '2026-05-04',
          amountMinor: 9_600,
          parts: { adjustments: 9_600 },
          priorMonth: '2026-04',
        },
      ],
      payouts: [],
      closingMinor: 9_600,
    },
  ],
}
const printed = {
  content,
  json: Buffer.alloc(0),
  contentSha256: 'b'.repeat(64),
  pdf: Buffer.alloc(0),
  sha256: 'a'.repeat(64),
}
const facts: StatementFacts = {
  nextMonth: '2026-05',
  timezone: 'UTC',
  lockAt: (month) => `${month === '2026-05' ? '2026-06' : '2026-07'}-03T09:00:00.000Z`,
  printed,
}
const situation = { id: ID, actor: SCHEDULER, facts, now: '2026-06-03T09:00:00.000Z' }
const drafted: StatementEvent = {
  type: 'StatementDrafted',
  data: { hostAccountId: ID, month: '2026-05', timezone: 'UTC', lockAt: '2026-06-03T09:00:00.000Z' },
}
const locked = (month: string): StatementEvent => ({
  type: 'StatementLocked',
  data: {
    hostAccountId: ID,
    month,
    timezone: 'UTC',
    previousMonth: null,
    ledgerRevision: 7,
    sha256: 'a'.repeat(64),
    contentSha256: 'b'.repeat(64),
    totals: [],
    adjustments: [],
  },
})
const lock = { type: 'LockStatement', data: { month: '2026-05' } } as const
const draft = { type: 'DraftStatement', data: {} } as const

describe('drafting', () => {
  test('opens the statement of the next month with the time of its locking', () =>
    given(statement).when(draft, situation).thenEvents(drafted))

  test('does nothing while that statement is open', () =>
    given(statement, drafted).when(draft, situation).thenNothing())
})

describe('locking', () => {
  test('fixes the files, the ledger revision, the sums and what is corrected of earlier months', () =>
    given(statement, drafted)
      .when(lock, situation)
      .thenEvents({
        type: 'StatementLocked',
        data: {
          ledgerRevision: 7,
          sha256: printed.sha256,
          totals: [
            { currency: 'USD', openingMinor: 0, movementMinor: 9_600, paidMinor: 0, closingMinor: 9_600 },
          ],
          adjustments: [{ month: '2026-04', currency: 'USD', entries: 1, amountMinor: 9_600 }],
        },
      }))

  test('also opens the statement of an imported month', () =>
    given(statement).when(lock, situation).thenEvents(drafted, { type: 'StatementLocked' }))

  test('is refused before the third day of the next month', () =>
    given(statement, drafted)
      .when(lock, { ...situation, now: '2026-06-03T08:59:59.999Z' })
      .thenRefused('PRECONDITION_FAILED', { lockAt: '2026-06-03T09:00:00.000Z' }))

  test('is refused without entries', () =>
    given(statement, drafted)
      .when(lock, { ...situation, facts: { ...facts, printed: null } })
      .thenRefused('PRECONDITION_FAILED'))

  test('happens once', () => given(statement, drafted, locked('2026-05')).when(lock, situation).thenNothing())

  test('is refused for a month before a locked one', () =>
    given(statement, locked('2026-06')).when(lock, situation).thenRefused('INVALID_TRANSITION'))
})

test('only the scheduler locks, and no command changes a locked statement', () => {
  expect(Object.keys(domain.statement.commands)).toEqual(['DraftStatement', 'LockStatement'])
  for (const { capability } of Object.values(domain.statement.commands))
    expect(capability).toBe('statement.lock')
})
