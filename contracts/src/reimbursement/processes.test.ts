import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { deriveEntryId } from '../ledger/rules/entries.ts'
import { reimbursementProcess, type ReimbursementProcessState } from './processes.ts'

const AT = '2026-07-16T13:20:00.000Z'
const CLAIM = deriveId('reimbursement')
const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))
const happened = (type: string, data: object = {}): RecordedEvent => ({
  id: deriveId('event', type),
  stream: `reimbursement-${CLAIM}`,
  revision: 1n,
  type,
  data: { ...fixture(type), ...data },
  metadata: { tenantId: 'a', actorId: 'ada', commandId: deriveId('command'), occurredAt: AT },
  position: { commit: 0n, prepare: 0n },
  recordedAt: AT,
})

/** The last state, and the effects of the last event. */
const after = (...events: readonly RecordedEvent[]) =>
  events.reduce<readonly [ReimbursementProcessState | undefined, ...unknown[]]>(
    ([state], event) => reimbursementProcess.on(state, event),
    [undefined],
  )
const effectsOf = (...events: readonly RecordedEvent[]) => after(...events).slice(1)

const opened = [happened('ReimbursementDrafted', { incidentId: null }), happened('ReimbursementSubmitted')]
const review = [...opened, happened('ReimbursementGuestDeclined')]
const decided = happened('ReimbursementDecided')
const posted = (of: RecordedEvent) => ({
  ...happened('LedgerEntryPosted', {
    entryId: deriveEntryId(of.id, 'reimbursement'),
    kind: 'reimbursement',
    source: { stream: of.stream, revision: 1, eventId: of.id },
  }),
  stream: 'hostLedger-x',
})

describe('the process of claims for reimbursement', () => {
  test('lets a draft expire, and a guest be late', () => {
    expect(effectsOf(happened('ReimbursementDrafted', { incidentId: null }))).toMatchObject([
      { kind: 'timer', name: 'due', at: '2026-07-29T15:00:00.000Z', work: { type: 'ExpireReimbursement' } },
    ])
    expect(effectsOf(...opened)).toMatchObject([
      { kind: 'timer', name: 'due', at: '2026-07-19T09:20:00.000Z', work: { type: 'EndGuestReview' } },
      { type: 'AnnounceReimbursement', data: { reimbursementId: CLAIM, charged: null } },
    ])
    expect(effectsOf(happened('ReimbursementDrafted', { closesAt: null, incidentId: null }))).toEqual([])
  })

  test('links the claim to the incident that it follows from', () => {
    const incidentId = '6c1f9a52-1d0e-5c3b-8e4a-2b7d1c0e5f33'
    expect(effectsOf(happened('ReimbursementDrafted', { closesAt: null, incidentId }))).toMatchObject([
      { type: 'LinkReimbursement', id: incidentId, data: { reimbursementId: CLAIM } },
    ])
  })

  test('doesn’t ask the guest of a claim that was imported after the time to answer', () => {
    const imported = { ...happened('ReimbursementSubmitted'), recordedAt: '2026-07-20T00:00:00.000Z' }
    const [drafted] = opened
    expect(drafted && effectsOf(drafted, imported)).toMatchObject([{ kind: 'timer' }])
    expect(drafted && effectsOf(drafted, imported, happened('ReimbursementGuestCharged'))).toEqual([])
  })

  test('watches the deadlines of a review, which stand still while the host is asked', () => {
    expect(effectsOf(...review)).toMatchObject([
      { kind: 'cancel', name: 'due' },
      { kind: 'timer', name: 'first_action', work: { data: { deadline: 'first_action' } } },
      { kind: 'timer', name: 'decision', work: { data: { deadline: 'decision' } } },
    ])
    const asked = [...review, happened('ReimbursementInfoRequested')]
    expect(effectsOf(...asked)).toMatchObject([
      { kind: 'cancel', name: 'first_action' },
      { kind: 'cancel', name: 'decision' },
      { kind: 'timer', name: 'due', work: { type: 'EndInfoRequest' } },
    ])
    expect(effectsOf(...asked, happened('ReimbursementInfoProvided'))).toMatchObject([
      { kind: 'cancel', name: 'due' },
      { kind: 'timer', name: 'decision', at: '2026-08-03T21:00:00.000Z' },
    ])
  })

  test('pays the host first, then charges the guest', () => {
    expect(effectsOf(...review, decided).slice(3)).toMatchObject([
      { kind: 'timer', name: 'close', at: '2026-08-11T16:05:00.000Z' },
      {
        type: 'PostEntries',
        data: {
          entries: [
            {
              entryId: deriveEntryId(decided.id, 'reimbursement'),
              kind: 'reimbursement',
              amountMinor: 45_000,
              components: [{ code: 'from_fund' }],
            },
          ],
        },
      },
    ])
    const paying = [...review, decided, posted(decided)]
    expect(reimbursementProcess.correlate(posted(decided))).toBe(CLAIM)
    expect(effectsOf(...paying)).toMatchObject([{ type: 'RecordReimbursementPayment', data: { version: 1 } }])
    expect(effectsOf(...paying, happened('ReimbursementPaid'))).toMatchObject([
      { kind: 'job', name: 'charge-reimbursement', data: { reimbursementId: CLAIM, version: '1' } },
    ])
  })

  test('charges a guest who agreed to everything before the claim is decided', () => {
    const agreed = [...opened, happened('ReimbursementGuestAccepted')]
    expect(effectsOf(...agreed)).toMatchObject([{ kind: 'cancel' }, { kind: 'job', data: { version: '1' } }])
    const full = happened('ReimbursementDecided', { appealBy: null })
    const charged = [...agreed, happened('ReimbursementGuestCharged')]
    expect(effectsOf(...charged)).toMatchObject([{ type: 'AnnounceReimbursement', data: { charged: 1 } }])
    const paid = [...charged, full]
    expect(effectsOf(...paid).at(-1)).toMatchObject({
      data: { entries: [{ components: [{ code: 'from_guest' }] }] },
    })
    expect(effectsOf(...paid, posted(full), happened('ReimbursementPaid'))).toMatchObject([
      { type: 'CloseReimbursement' },
    ])
  })

  test('reviews a claim whose guest agreed and could not be charged', () => {
    const failed = [
      ...opened,
      happened('ReimbursementGuestAccepted'),
      happened('ReimbursementGuestChargeFailed'),
    ]
    expect(effectsOf(...failed)).toMatchObject([{ name: 'first_action' }, { name: 'decision' }])
  })

  test('closes a claim that came to nothing once it can’t be appealed', () => {
    const denied = happened('ReimbursementDecided', { payableMinor: 0 })
    expect(effectsOf(...review, denied).slice(3)).toMatchObject([{ kind: 'timer', name: 'close' }])
    const final = happened('ReimbursementDecidedFinal', { payableMinor: 0 })
    const appealed = [...review, denied, happened('ReimbursementAppealed')]
    expect(effectsOf(...appealed)[0]).toEqual({ kind: 'cancel', name: 'close' })
    expect(effectsOf(...appealed, final).slice(3)).toMatchObject([{ type: 'CloseReimbursement' }])
  })

  test('ignores entries of other causes', () => {
    expect(reimbursementProcess.correlate(posted({ ...decided, stream: 'request-x' }))).toBeUndefined()
  })
})
