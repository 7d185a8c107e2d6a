import { humanCode, newId } from '@hearth/contracts/kernel/ids'
import { sum } from '@hearth/contracts/kernel/money'
import { LEDGER_KIND_NAMES, entryFrom, ledgerKindOf, type LedgerEntry } from '@hearth/contracts/ledger'
import fc from 'fast-check'
import type { TestEvent } from './miniProjector.ts'

type By = Omit<TestEvent, 'stream' | 'type' | 'data'>
type Fate = 'open' | 'assigned' | 'settled'
type RandomEntry = Readonly<{ entry: LedgerEntry; fate: Fate }>

const amount = fc
  .integer({ min: -50_000, max: 50_000 })
  .map((amountMinor) => (amountMinor === 0 ? 1 : amountMinor))

/** Some of the components that an entry of the kind can have, at least one. */
const componentsOf = (kind: LedgerEntry['kind']) =>
  fc
    .subarray(Object.keys(ledgerKindOf(kind).against), { minLength: 1 })
    .chain((codes) =>
      fc.tuple(
        ...codes.map((code) =>
          amount.map((amountMinor) => ({ code, amountMinor, basis: { rule: 'stated' } as const })),
        ),
      ),
    )

const chooseEntry = (listingIds: readonly string[], bookingIds: readonly string[]) =>
  fc
    .constantFrom(...LEDGER_KIND_NAMES)
    .chain((kind) =>
      fc.record({
        kind: fc.constant(kind),
        components: componentsOf(kind),
        day: fc.integer({ min: 1, max: 28 }),
        month: fc.constantFrom('05', '06', '07', '08'),
        listingId: fc.constantFrom(...listingIds, null),
        bookingId: fc.constantFrom(...bookingIds, null),
        fate: fc.constantFrom<Fate>('open', 'assigned', 'settled'),
      }),
    )
    .map(({ kind, components, day, month, listingId, bookingId, fate }): RandomEntry[] => {
      const head = {
        kind,
        currency: 'EUR' as const,
        availableAt: `2026-${month}-${String(day).padStart(2, '0')}T12:00:00.000Z`,
        listingId,
        bookingId,
        source: { stream: `booking-${newId()}`, revision: 1, eventId: newId() },
        policies: [],
        text: kind,
      }
      const entry = entryFrom(head, components)
      return entry === undefined ? [] : [{ entry, fate }]
    })

export type RandomLedger = readonly RandomEntry[]

/** Entries of every kind, in every state; some belong to no listing or booking. */
export const randomLedger = (listingIds: readonly string[], bookingIds: readonly string[]) =>
  fc
    .array(chooseEntry(listingIds, bookingIds), { minLength: 6, maxLength: 16 })
    .map((entries) => entries.flat())

/** A payout of these entries; none where they come to nothing, or to less. */
const payOut = (entries: readonly LedgerEntry[], fate: Exclude<Fate, 'open'>, by: By): TestEvent[] => {
  const amountMinor = sum(entries.map((entry) => entry.amountMinor))
  if (amountMinor <= 0) return []
  const payoutId = newId()
  const hostAccountId = by.tenantId
  const entryIds = entries.map(({ entryId }) => entryId)
  const group = { hostAccountId, payoutId, currency: 'EUR', amountMinor, entryIds }
  const plan = {
    ...group,
    code: humanCode('PO', payoutId),
    methodId: newId(),
    listingIds: [...new Set(entries.map(({ listingId }) => listingId))],
    scheduledFor: '2026-07-10T12:00:00.000Z',
  }
  const ledger = { ...by, stream: `hostLedger-${by.tenantId}` }
  return [
    { ...by, stream: `payout-${payoutId}`, type: 'PayoutScheduled', data: plan },
    { ...ledger, type: 'EntriesAssigned', data: group },
    ...(fate === 'assigned'
      ? []
      : [{ ...ledger, type: 'EntriesSettled', data: { ...group, at: plan.scheduledFor, on: '2026-07-10' } }]),
  ]
}

/** The events of such a ledger, with one payout of its assigned entries and one of its settled ones. */
export const postLedger = (ledger: RandomLedger, by: By): readonly TestEvent[] => {
  const withFate = (fate: Fate) => ledger.filter((one) => one.fate === fate).map(({ entry }) => entry)
  return [
    ...ledger.map(({ entry }) => ({
      ...by,
      stream: `hostLedger-${by.tenantId}`,
      type: 'LedgerEntryPosted',
      data: { hostAccountId: by.tenantId, ...entry },
    })),
    ...payOut(withFate('assigned'), 'assigned', by),
    ...payOut(withFate('settled'), 'settled', by),
  ]
}
