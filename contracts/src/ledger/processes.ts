import type { BookingEvent } from '../booking/index.ts'
import type { Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, type Recorded, type RecordedEvent } from '../kernel/message.ts'
import { sum, type Currency } from '../kernel/money.ts'
import { defineProcess, reactBy, type Effect, type Reaction } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { LedgerEntry } from './entry.ts'
import type { LedgerCommand, LedgerEvent } from './messages.ts'
import { computeLines } from './rules/bookkeeping.ts'
import { isReduction } from './rules/carried.ts'
import { postEntries, describeSource } from './rules/entries.ts'
import { unbalanced, wrongBalance, type Breach } from './rules/invariants.ts'
import {
  cancellationEntries,
  computeChargeback,
  computeEarnings,
  computeHostRefund,
  computeReversals,
  readStay,
  type Standing,
  type Stay,
} from './rules/stayEarnings.ts'

/** What a booking has put into the ledger; minor units. */
export type EarningsState = Readonly<{
  stay: Stay
  /** Earnings that a cancellation would take back. */
  standing: readonly Standing[]
  /** Everything posted for it but chargebacks. */
  netMinor: number
  /** Charged back and not won. */
  claimedMinor: number
  takenMinor: number
}>

const readCommandId = (event: RecordedEvent): Id => event.metadata['commandId'] ?? event.id
const total = (entries: readonly LedgerEntry[]) => sum(entries.map(({ amountMinor }) => amountMinor))

/**
 * The entries of one cause in one append, and with them what of a chargeback can be taken now or must be
 * given back.
 */
const post = (
  state: EarningsState,
  event: RecordedEvent,
  entries: readonly LedgerEntry[],
): Reaction<EarningsState, LedgerCommand> => {
  const at = occurredAtOf(event)
  const netMinor = state.netMinor + total(entries)
  const chargeback = computeChargeback(state.stay, { ...state, netMinor }, describeSource(event), at)
  const all = chargeback === undefined ? entries : [...entries, chargeback]
  const next = { ...state, netMinor, takenMinor: state.takenMinor - (chargeback?.amountMinor ?? 0) }
  return all.length === 0
    ? [next]
    : [next, postEntries(readCommandId(event), state.stay.hostAccountId, all, at)]
}

const end = (
  state: EarningsState,
  event: RecordedEvent,
  outcome: Parameters<typeof cancellationEntries>[1],
): Reaction<EarningsState, LedgerCommand> => {
  const { stay, standing } = state
  const at = occurredAtOf(event)
  const source = describeSource(event)
  return post({ ...state, standing: [] }, event, [
    ...computeReversals(stay, standing, source, at),
    ...cancellationEntries(stay, outcome, source, at),
  ])
}

const begin = (data: Parameters<typeof readStay>[0]): Reaction<EarningsState, LedgerCommand> => [
  { stay: readStay(data), standing: [], netMinor: 0, claimedMinor: 0, takenMinor: 0 },
]

/**
 * What bookings put into their host's ledger: earnings at check-in, what a cancellation leaves, fees,
 * chargebacks (docs/domain/ledger.md#earnings).
 */
export const earningsProcess = defineProcess<EarningsState, LedgerCommand>({
  name: 'earnings',
  version: 2,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'booking' ? idOfStream(stream) : undefined),
  on: reactBy<EarningsState, BookingEvent, LedgerCommand>({
    BookingConfirmed: (_state, { data }) => begin(data),
    // What its cancellation leaves, or costs, is posted like that of any other stay.
    OverbookingDetected: (_state, { data }) => begin(data),
    // Before check-in nothing is posted yet.
    BookingAltered: (state, { data }) => [state && { ...state, stay: readStay({ ...data, ...data.after }) }],
    BookingMoved: (state, { data }) => [state && { ...state, stay: readStay({ ...data, ...data.to }) }],
    BookingCheckedIn: (state, event) => {
      if (state === undefined || state.standing.length > 0) return [state]
      const entries = computeEarnings(state.stay, describeSource(event))
      const standing = entries.map(({ entryId, availableAt, components }) => ({
        entryId,
        availableAt,
        components,
      }))
      return post({ ...state, standing }, event, entries)
    },
    BookingCancelled: (state, event) =>
      state === undefined ? [state] : end(state, event, event.data.outcome),
    BookingNoShowRecorded: (state, event) =>
      state === undefined ? [state] : end(state, event, event.data.outcome),
    GoodwillRefundIssued: (state, event) =>
      state === undefined || event.data.fundedBy === 'platform'
        ? [state]
        : post(
            state,
            event,
            computeHostRefund(state.stay, event.data, describeSource(event), occurredAtOf(event)),
          ),
    ChargebackReceived: (state, event) =>
      state === undefined
        ? [state]
        : post({ ...state, claimedMinor: state.claimedMinor + event.data.amountMinor }, event, []),
    ChargebackReversed: (state, event) =>
      state === undefined
        ? [state]
        : post({ ...state, claimedMinor: state.claimedMinor - event.data.amountMinor }, event, []),
  }),
})

/**
 * Nothing is reduced silently: the owners are notified of each negative entry before it is netted
 * (docs/domain/ledger.md#reductions).
 */
export const reductionsProcess = defineProcess({
  name: 'reductions',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'hostLedger' ? idOfStream(stream) : undefined),
  on: reactBy<never, LedgerEvent>({
    LedgerEntryPosted: (_state, { data: { hostAccountId, entryId, ...entry } }) =>
      isReduction(entry)
        ? [undefined, { kind: 'job', name: 'tell-money-reduced', data: { hostAccountId, entryId } }]
        : [undefined],
  }),
})

/** What an account is owed by its lines; minor units. */
export type BookkeepingState = Readonly<{ owedMinor: Readonly<Partial<Record<Currency, number>>> }>

const stopPayouts = ({ about, invariant, detail }: Breach, hostAccountId: Id): Effect => ({
  kind: 'job',
  name: 'stop-payouts',
  data: { hostAccountId, invariant, about, detail },
})

const notifyOfDebt = (hostAccountId: Id, currency: Currency, { id: eventId }: RecordedEvent): Effect => ({
  kind: 'job',
  name: 'tell-debt',
  data: { hostAccountId, currency, eventId },
})

/** The balances that the event has made wrong; one that was wrong before it is known already. */
const newlyWrong = (
  hostAccountId: Id,
  currencies: readonly Currency[],
  before: BookkeepingState['owedMinor'],
  after: BookkeepingState['owedMinor'],
): readonly Breach[] =>
  currencies.flatMap((currency): Breach[] => {
    const [was, is] = [before[currency] ?? 0, after[currency] ?? 0]
    const breach = wrongBalance(hostAccountId, currency, is, is)
    return breach === undefined || wrongBalance(hostAccountId, currency, was, was) !== undefined
      ? []
      : [breach]
  })

const checkEvent = (
  state: BookkeepingState | undefined,
  event: Recorded<LedgerEvent>,
): Reaction<BookkeepingState> => {
  const lines = computeLines(event).filter(({ account }) => account === 'host_payable')
  const { hostAccountId } = event.data
  const before = state?.owedMinor ?? {}
  const after = lines.reduce<BookkeepingState['owedMinor']>(
    (all, { currency, amountMinor }) => ({ ...all, [currency]: (all[currency] ?? 0) + amountMinor }),
    before,
  )
  const touched = lines.map(({ currency }) => currency)
  const breaches = [unbalanced(event) ?? [], newlyWrong(hostAccountId, touched, before, after)].flat()
  const fallen = [...new Set(touched)].filter(
    (currency) => (before[currency] ?? 0) >= 0 && (after[currency] ?? 0) < 0,
  )
  return [
    { owedMinor: after },
    ...breaches.map((breach) => stopPayouts(breach, hostAccountId)),
    ...fallen.map((currency) => notifyOfDebt(hostAccountId, currency, event)),
  ]
}

/**
 * Checks every event of a ledger: the owners of an account that falls below zero are notified
 * (docs/domain/ledger.md#debt); a posting that does not balance, or a debt that no account may have, stops
 * the account's payouts (docs/domain/ledger.md#invariants).
 */
export const bookkeepingProcess = defineProcess<BookkeepingState>({
  name: 'bookkeeping',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'hostLedger' ? idOfStream(stream) : undefined),
  on: reactBy<BookkeepingState, LedgerEvent>({
    LedgerEntryPosted: checkEvent,
    EntriesAssigned: checkEvent,
    EntriesUnassigned: checkEvent,
    EntriesSettled: checkEvent,
    MoneyReducedNotified: checkEvent,
    AdjustmentProposed: checkEvent,
    AdjustmentApproved: checkEvent,
    AdjustmentRejected: checkEvent,
  } satisfies Readonly<Record<LedgerEvent['type'], typeof checkEvent>>),
})
