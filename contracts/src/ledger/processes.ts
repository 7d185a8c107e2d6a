import type { BookingEvent } from '../booking/index.ts'
import type { Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { sum } from '../kernel/money.ts'
import { defineProcess, reactBy, type Reaction } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { LedgerEntry } from './entry.ts'
import type { LedgerEvent } from './messages.ts'
import { postEntries, sourceOf } from './rules/entries.ts'
import { cancellationEntries, chargebackOf, earningsOf, reversalsOf, stayOf, type Standing, type Stay } from './rules/stayEarnings.ts'

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

const commandOf = (event: RecordedEvent): Id => event.metadata['commandId'] ?? event.id
const total = (entries: readonly LedgerEntry[]) => sum(entries.map(({ amountMinor }) => amountMinor))

/** The entries of one cause in one append, and with them what of a chargeback can be taken now or must be given back. */
const post = (state: EarningsState, event: RecordedEvent, entries: readonly LedgerEntry[]): Reaction<EarningsState> => {
  const at = occurredAtOf(event)
  const netMinor = state.netMinor + total(entries)
  const chargeback = chargebackOf(state.stay, { ...state, netMinor }, sourceOf(event), at)
  const all = chargeback === undefined ? entries : [...entries, chargeback]
  const next = { ...state, netMinor, takenMinor: state.takenMinor - (chargeback?.amountMinor ?? 0) }
  return all.length === 0 ? [next] : [next, postEntries(commandOf(event), state.stay.hostAccountId, all, at)]
}

const end = (state: EarningsState, event: RecordedEvent, outcome: Parameters<typeof cancellationEntries>[1]): Reaction<EarningsState> => {
  const { stay, standing } = state
  const at = occurredAtOf(event)
  const source = sourceOf(event)
  return post({ ...state, standing: [] }, event, [...reversalsOf(stay, standing, source, at), ...cancellationEntries(stay, outcome, source, at)])
}

/** What bookings put into their host's ledger: earnings at check-in, what a cancellation leaves, fees, chargebacks (domain.md §5, P2, P3 and P6). */
export const earningsProcess = defineProcess<EarningsState>({
  name: 'earnings',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'booking' ? idOfStream(stream) : undefined),
  on: reactBy<EarningsState, BookingEvent>({
    BookingConfirmed: (_state, { data }) => [{ stay: stayOf(data), standing: [], netMinor: 0, claimedMinor: 0, takenMinor: 0 }],
    BookingCheckedIn: (state, event) => {
      if (state === undefined || state.standing.length > 0) return [state]
      const entries = earningsOf(state.stay, sourceOf(event))
      const standing = entries.map(({ entryId, availableAt, components }) => ({ entryId, availableAt, components }))
      return post({ ...state, standing }, event, entries)
    },
    BookingCancelled: (state, event) => (state === undefined ? [state] : end(state, event, event.data.outcome)),
    BookingNoShowRecorded: (state, event) => (state === undefined ? [state] : end(state, event, event.data.outcome)),
    ChargebackReceived: (state, event) => (state === undefined ? [state] : post({ ...state, claimedMinor: state.claimedMinor + event.data.amountMinor }, event, [])),
    ChargebackReversed: (state, event) => (state === undefined ? [state] : post({ ...state, claimedMinor: state.claimedMinor - event.data.amountMinor }, event, [])),
  }),
})

/** Nothing is reduced in silence: whoever owns the account hears of every negative entry before it is netted (domain.md §0, 9). */
export const reductionsProcess = defineProcess({
  name: 'reductions',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'hostLedger' ? idOfStream(stream) : undefined),
  on: reactBy<never, LedgerEvent>({
    LedgerEntryPosted: (_state, { data: { hostAccountId, entryId, amountMinor } }) =>
      amountMinor > 0 ? [undefined] : [undefined, { kind: 'job', name: 'tell-money-reduced', data: { hostAccountId, entryId } }],
  }),
})
