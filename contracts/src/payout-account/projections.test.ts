import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { RecordedEvent } from '../kernel/message.ts'
import type { Projection, Row } from '../kernel/projection.ts'
import { upcast } from '../kernel/upcast.ts'
import { payoutAccount } from './messages.ts'
import { zPayoutAccountRow, zPayoutHoldRow } from './resource.ts'
import { methodFor } from './rules/methodFor.ts'
import { payoutAccountProjection, payoutHoldProjection } from './projections.ts'

const AT = '2026-06-01T00:00:00.000Z'
const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))
const ACCOUNT = fixture('ScheduleSet')['hostAccountId'] as string
const METHOD = fixture('PayoutMethodAdded')['methodId'] as string

const recorded = (type: string, index: number, category: string, data: object = {}): RecordedEvent => ({
  id: `e${index}`,
  stream: `${category}-${ACCOUNT}`,
  revision: BigInt(index),
  type,
  data: { ...fixture(type), ...data },
  metadata: { occurredAt: AT, actorId: 'femi', tenantId: ACCOUNT },
  position: { commit: BigInt(index), prepare: BigInt(index) },
  recordedAt: AT,
})
const events = (...types: readonly string[]) =>
  types.map((type, index) => recorded(type, index, 'payoutAccount'))

const rowOf = <R extends Row>(projection: Projection<R>, story: readonly RecordedEvent[]): R | undefined => {
  let row: R | undefined
  for (const event of story) for (const key of projection.keys(event)) row = projection.fold(row, event, key)
  return row
}

describe('a payout account’s row', () => {
  const verified = events(
    'PayoutMethodAdded',
    'MicroDepositsSent',
    'PayoutMethodVerified',
    'DefaultMethodSet',
  )

  test('shows the destination of money by the rule of the payout run', () => {
    const row = rowOf(payoutAccountProjection, verified)
    expect(row).toMatchObject({
      id: ACCOUNT,
      unclearHolders: 0,
      changedAt: AT,
      methods: { [METHOD]: { holderName: 'Hill Stays GmbH', last4: '3000' } },
    })
    expect(row && methodFor(row, 'EUR', null, '2026-06-16T00:00:00.000Z')).toMatchObject({
      kind: 'method',
      method: { methodId: METHOD },
    })
  })
  test('counts holders that wait for staff', () => {
    const unclear = [recorded('PayoutMethodAdded', 0, 'payoutAccount', { holderMatches: false })]
    expect(rowOf(payoutAccountProjection, unclear)?.unclearHolders).toBe(1)
    expect(
      rowOf(payoutAccountProjection, [...unclear, recorded('HolderNameRejected', 1, 'payoutAccount')])
        ?.unclearHolders,
    ).toBe(0)
  })
  test('forgets the holders’ names when the account is erased', () => {
    const gone = recorded('SubjectErased', 9, 'hostAccount', { subjects: [ACCOUNT] })
    const row = rowOf(payoutAccountProjection, [...verified, gone])
    expect(JSON.stringify(row)).not.toContain('Hill Stays')
    expect(row?.methods[METHOD]?.last4).toBe('3000')
    expect(
      payoutAccountProjection.keys(recorded('SubjectErased', 9, 'hostAccount', { subjects: ['somebody'] })),
    ).toEqual([])
  })
})

describe('a hold of the bookkeeper', () => {
  const TEXT =
    'We found a difference in our books and check it. ' +
    'There is nothing to do for you; payouts go on when it is settled.'
  const v1 = { ...fixture('HoldPlaced'), reason: 'staff_review', methodId: null, whatToDo: TEXT }
  const upcastHold = (data: Record<string, unknown>) => upcast(payoutAccount.events.HoldPlaced, 1, data)

  test('of version 1 gets its code from its text; every other hold has none', () => {
    expect(upcastHold(v1)).toEqual({ ...v1, code: 'books_differ' })
    for (const other of [fixture('HoldPlaced'), { ...v1, whatToDo: `${TEXT} Thank you.` }])
      expect(upcastHold(other)).toEqual(other)
  })
  test('shows no code in any row', () => {
    const placed = recorded('HoldPlaced', 0, 'payoutAccount', { ...v1, code: 'books_differ' })
    const account = rowOf(payoutAccountProjection, [placed])
    const hold = rowOf(payoutHoldProjection, [placed])
    expect(zPayoutAccountRow.safeParse(account).error).toBeUndefined()
    expect(zPayoutHoldRow.safeParse(hold).error).toBeUndefined()
    expect(JSON.stringify([account, hold])).not.toContain('books_differ')
  })
})

test('shows who placed a hold, and who lifted it and why', () => {
  expect(rowOf(payoutHoldProjection, events('HoldPlaced'))).toMatchObject({
    state: 'open',
    reason: 'method_error',
    methodId: METHOD,
    placedBy: 'femi',
    releasedAt: null,
  })
  expect(rowOf(payoutHoldProjection, events('HoldPlaced', 'HoldReleased'))).toMatchObject({
    state: 'released',
    releasedBy: 'femi',
    why: 'The bank account was removed.',
  })
})
