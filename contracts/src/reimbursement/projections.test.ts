import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { reimbursementProjection } from './projections.ts'
import type { ReimbursementRow } from './resource.ts'

const CLAIM = deriveId('reimbursement')
const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))
const happened = (type: string, data: object = {}, at = '2026-07-16T09:20:00.000Z'): RecordedEvent => ({
  id: deriveId('event', type),
  stream: `reimbursement-${CLAIM}`,
  revision: 1n,
  type: `Reimbursement${type}`,
  data: { ...fixture(`Reimbursement${type}`), ...data },
  metadata: { tenantId: 'a', actorId: 'ada', occurredAt: at },
  position: { commit: 0n, prepare: 0n },
  recordedAt: at,
})
const rowAfter = (...events: readonly RecordedEvent[]): ReimbursementRow => {
  const row = events.reduce<ReimbursementRow | undefined>(
    (known, event) => reimbursementProjection.fold(known, event, CLAIM),
    undefined,
  )
  if (row === undefined) throw new Error('There is a row')
  return row
}

const draft = [happened('Drafted'), happened('ItemAdded'), happened('EvidenceAttached')]
const submitted = [...draft, happened('Submitted')]
const review = [...submitted, happened('GuestDeclined')]

describe('the row of a claim', () => {
  test('says what a draft can bring, and when it expires', () => {
    expect(rowAfter(...draft)).toMatchObject({
      status: 'draft',
      awaiting: 'host',
      dueAt: '2026-07-29T15:00:00.000Z',
      otherwise: 'expires',
      titles: ['Television, 43 inch'],
      claimedMinor: 60_000,
      mostMinor: 45_000,
      items: [{ mostMinor: 45_000, formula: { rule: 'depreciated', ageMonths: 12, usefulLifeMonths: 48 } }],
    })
  })

  test('follows a changed item, and forgets a removed one with its evidence', () => {
    expect(rowAfter(...draft, happened('ItemChanged'))).toMatchObject({
      mostMinor: 52_000,
      items: [{ formula: { rule: 'repair' } }],
    })
    expect(rowAfter(...draft, happened('ItemRemoved'))).toMatchObject({
      items: [],
      evidence: [],
      claimedMinor: 0,
    })
  })

  test.each([
    ['the guest', submitted, 'guest', '2026-07-19T09:20:00.000Z', 'reviewed_without_answer'],
    ['staff, who act first', review, 'staff', '2026-07-21T21:00:00.000Z', 'escalated'],
    [
      'staff, who decide',
      [...review, happened('ReviewStarted')],
      'staff',
      '2026-07-31T21:00:00.000Z',
      'escalated',
    ],
    [
      'the host, who is asked',
      [...review, happened('InfoRequested')],
      'host',
      '2026-07-28T11:40:00.000Z',
      'decided_without_info',
    ],
    [
      'the host, who may appeal',
      [...review, happened('Decided')],
      'host',
      '2026-08-11T16:05:00.000Z',
      'closes',
    ],
    [
      'another reviewer',
      [...review, happened('Decided'), happened('Appealed')],
      'staff',
      '2026-08-17T21:00:00.000Z',
      'escalated',
    ],
    ['no one', [...review, happened('Decided', { outcome: 'approved', appealBy: null })], null, null, null],
    ['no one at the end', [...review, happened('Withdrawn')], null, null, null],
  ] as const)('waits for %s', (_, events, awaiting, dueAt, otherwise) =>
    expect(rowAfter(...events)).toMatchObject({ awaiting, dueAt, otherwise }),
  )

  test('keeps both decisions, and what was paid for them', () => {
    const final = [happened('Decided'), happened('Paid'), happened('GuestCharged'), happened('Appealed')]
    const row = rowAfter(
      ...review,
      ...final,
      happened('DecidedFinal'),
      happened('Paid', { version: 2, amountMinor: 15_000 }),
    )
    expect(row).toMatchObject({
      status: 'decided_final',
      outcome: 'approved',
      approvedMinor: 60_000,
      paidMinor: 60_000,
      fundedBy: 'guest',
      decisions: [
        { version: 1, totalMinor: 45_000 },
        { version: 2, payableMinor: 15_000 },
      ],
      items: [{ decision: { approvedMinor: 60_000 } }],
      appealBy: null,
    })
  })

  test('says that the fund bears what the guest could not pay', () => {
    const failed = happened('GuestChargeFailed')
    expect(rowAfter(...review, happened('Decided'), happened('Paid'), failed).fundedBy).toBe('fund')
    expect(rowAfter(...submitted, happened('GuestAccepted'), failed)).toMatchObject({
      status: 'under_review',
      fundedBy: null,
      awaiting: 'staff',
    })
  })

  test('shows a proposal until it is decided or returned', () => {
    const proposed = [...review, happened('DecisionProposed')]
    expect(rowAfter(...proposed).proposal).toMatchObject({ totalMinor: 45_000 })
    expect(rowAfter(...proposed, happened('Decided')).proposal).toBeNull()
    expect(rowAfter(...proposed, happened('DecisionReturned'))).toMatchObject({
      proposal: null,
      returnedBecause: 'The receipt is of another television.',
    })
  })

  test('loses the guest’s words with the guest, and the account’s with the account', () => {
    expect(rowAfter(...review, happened('GuestErased'))).toMatchObject({
      guestName: '[erased]',
      guestAnswer: { text: '[erased]', answer: 'declined' },
      claimedMinor: 60_000,
    })
    const texts = {
      ...happened('Closed'),
      type: 'AccountTextsErased',
      data: { erasureId: 'e', table: 'reimbursement', ids: [CLAIM] },
    }
    const erased = JSON.stringify(rowAfter(...review, happened('Decided'), texts))
    expect(erased).not.toContain('Television')
    expect(erased).not.toContain('receipt is of July')
    expect(erased).toContain('"approvedMinor":45000')
  })
})
