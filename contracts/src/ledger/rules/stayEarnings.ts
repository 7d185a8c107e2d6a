import type { BookingEvent, CancellationOutcome } from '../../booking/index.ts'
import { hostTaxes } from '../../booking/rules/bookingMoney.ts'
import { spreadNights } from '../../booking/rules/spreadNights.ts'
import { addHours, type Instant } from '../../kernel/dates.ts'
import type { Id } from '../../kernel/ids.ts'
import type { OfType } from '../../kernel/message.ts'
import { applyBps, splitByWeight, sum, type Currency } from '../../kernel/money.ts'
import { LONG_STAY_NIGHTS } from '../../policy/versions.ts'
import type { Component, EntrySource, LedgerEntry } from '../entry.ts'
import { entryFrom, type EntryHead } from './entries.ts'
import { replayed } from './replay.ts'

/**
 * Earnings may be paid out this long after check-in, or after a tranche's first night begins
 * (docs/domain/ledger.md#earnings).
 */
export const AVAILABLE_AFTER_HOURS = 24
/** A long stay is paid in parts of this many nights (docs/domain/ledger.md#earnings). */
export const TRANCHE_NIGHTS = 30

type Run = Readonly<{ nights: number; amountMinor: number }>
type Tranche = Readonly<{ startsAt: Instant; runs: readonly Run[] }>

/** What of a booking its earnings follow from; minor units of `currency`. */
export type Stay = Readonly<{
  hostAccountId: Id
  listingId: Id
  bookingId: Id
  currency: Currency
  title: string
  nights: number
  /** The whole stay, or its parts of 30 nights. */
  tranches: readonly Tranche[]
  cleaningMinor: number
  petMinor: number
  hostTaxesMinor: number
  cleaningRetainedMinor: number
  hostSubtotalMinor: number
  fee: Readonly<{ model: 'self_managed' | 'full_service'; bps: number; version: number }>
  hostCancellationVersion: number
}>

const groupRuns = (amounts: readonly number[]): Run[] =>
  amounts.reduce<Run[]>((runs, amountMinor) => {
    const last = runs.at(-1)
    return last?.amountMinor === amountMinor
      ? [...runs.slice(0, -1), { nights: last.nights + 1, amountMinor }]
      : [...runs, { nights: 1, amountMinor }]
  }, [])

const nightsMinor = ({ runs }: Tranche) => replayed({ rule: 'nights', runs: [...runs] }) ?? 0

type EarningStay = Pick<
  OfType<BookingEvent, 'BookingConfirmed'>['data'],
  'bookingId' | 'listingId' | 'hostAccountId' | 'code' | 'checkIn' | 'money' | 'snapshot'
>

export const readStay = ({
  bookingId,
  listingId,
  hostAccountId,
  code,
  checkIn,
  money,
  snapshot,
}: EarningStay): Stay => {
  const amounts = spreadNights(money)
  const size = amounts.length >= LONG_STAY_NIGHTS ? TRANCHE_NIGHTS : amounts.length
  const starts = Array.from({ length: Math.ceil(amounts.length / size) }, (_, index) => index * size)
  return {
    hostAccountId,
    listingId,
    bookingId,
    currency: money.currency,
    title: `${code}, ${amounts.length} ${amounts.length === 1 ? 'night' : 'nights'} from ${checkIn}`,
    nights: amounts.length,
    tranches: starts.map((start) => ({
      startsAt: snapshot.nightInstants[start] ?? snapshot.checkInInstant,
      runs: groupRuns(amounts.slice(start, start + size)),
    })),
    cleaningMinor: money.cleaningMinor,
    petMinor: money.petMinor,
    hostTaxesMinor: hostTaxes(money.taxes),
    cleaningRetainedMinor: money.cleaningRetainedMinor,
    hostSubtotalMinor: money.hostSubtotalMinor,
    fee: snapshot.fee,
    hostCancellationVersion: snapshot.hostCancellation.version,
  }
}

const describeEntry = (
  { currency, listingId, bookingId }: Stay,
  kind: LedgerEntry['kind'],
  source: EntrySource,
  availableAt: Instant,
  text: string,
  policies: readonly string[],
): EntryHead => ({
  kind,
  currency,
  availableAt,
  listingId,
  bookingId,
  source,
  policies: [...policies],
  text,
})

const feePolicy = ({ fee }: Stay) => `platformFee@${fee.version}`
const stated = (code: string, amountMinor: number): Component => ({
  code,
  amountMinor,
  basis: { rule: 'stated' },
})
const present = (entries: readonly (LedgerEntry | undefined)[]): LedgerEntry[] =>
  entries.flatMap((entry) => entry ?? [])

/**
 * What a stay earns, posted at check-in: one entry, or one for each tranche with its part of the fee
 * (docs/domain/ledger.md#earnings).
 */
export const computeEarnings = (stay: Stay, source: EntrySource): LedgerEntry[] => {
  const { fee, tranches } = stay
  const onlyNights = fee.model === 'full_service'
  const weights = tranches.map(
    (tranche, index) =>
      nightsMinor(tranche) + (index > 0 || onlyNights ? 0 : stay.cleaningMinor + stay.petMinor),
  )
  const baseMinor = sum(weights)
  const fees = splitByWeight(applyBps(baseMinor, fee.bps), weights)
  return present(
    tranches.map((tranche, part) => {
      const share =
        tranches.length === 1
          ? ({ rule: 'share', baseMinor, bps: fee.bps } as const)
          : ({ rule: 'share_part', baseMinor, bps: fee.bps, weights, part } as const)
      const once =
        part > 0
          ? []
          : [
              stated('cleaning', stay.cleaningMinor),
              stated('pet', stay.petMinor),
              stated('host_taxes', stay.hostTaxesMinor),
              stated('cleaning_retained', -stay.cleaningRetainedMinor),
            ]
      const components: Component[] = [
        {
          code: 'nights',
          amountMinor: nightsMinor(tranche),
          basis: { rule: 'nights', runs: [...tranche.runs] },
        },
        ...once,
        { code: 'platform_fee', amountMinor: -(fees[part] ?? 0), basis: share },
      ]
      const text =
        tranches.length === 1
          ? `Stay ${stay.title}`
          : `Stay ${stay.title}, part ${part + 1} of ${tranches.length}`
      return entryFrom(
        describeEntry(
          stay,
          'booking_earnings',
          source,
          addHours(tranche.startsAt, AVAILABLE_AFTER_HOURS),
          text,
          [feePolicy(stay)],
        ),
        components,
        part,
      )
    }),
  )
}

/** An entry that a cancellation takes back. */
export type Standing = Readonly<Pick<LedgerEntry, 'entryId' | 'availableAt' | 'components'>>

/** The opposite of entries, each available when what it takes back is: never before it is there. */
export const computeReversals = (
  stay: Stay,
  standing: readonly Standing[],
  source: EntrySource,
  now: Instant,
): LedgerEntry[] =>
  present(
    standing.map(({ entryId, availableAt, components }, n) =>
      entryFrom(
        describeEntry(
          stay,
          'earnings_reversal',
          source,
          availableAt > now ? availableAt : now,
          `Stay ${stay.title}: earnings reversed`,
          [feePolicy(stay)],
        ),
        components.map(({ code, amountMinor }) => ({
          code,
          amountMinor: -amountMinor,
          basis: { rule: 'reversed', entryId, amountMinor },
        })),
        n,
      ),
    ),
  )

/** When the first of the stay's earnings may be paid out, or now. */
const findPayable = ({ tranches }: Stay, now: Instant): Instant => {
  const payableFrom = addHours(tranches[0]?.startsAt ?? now, AVAILABLE_AFTER_HOURS)
  return payableFrom > now ? payableFrom : now
}

/**
 * What a cancellation or a no-show leaves, and what cancelling costs a host (docs/domain/ledger.md#earnings).
 */
export const cancellationEntries = (
  stay: Stay,
  outcome: CancellationOutcome,
  source: EntrySource,
  now: Instant,
): LedgerEntry[] => {
  const refunded = (code: string) =>
    sum(outcome.refundLines.filter((line) => line.code === code).map((line) => line.amountMinor))
  const kept = (code: string, wholeMinor: number, refundedMinor: number): Component => ({
    code,
    amountMinor: wholeMinor - refundedMinor,
    basis: { rule: 'kept', wholeMinor, refundedMinor },
  })
  const nights = kept('nights', sum(stay.tranches.map(nightsMinor)), refunded('nights'))
  const baseMinor = stay.fee.model === 'full_service' ? nights.amountMinor : outcome.hostKeepsMinor
  const left: Component[] = [
    nights,
    kept('cleaning', stay.cleaningMinor, refunded('cleaning')),
    kept('pet', stay.petMinor, refunded('pet')),
    kept('host_taxes', stay.hostTaxesMinor, stay.hostTaxesMinor - outcome.hostTaxPassThroughMinor),
    stated('cleaning_retained', -outcome.cleaningRetainedMinor),
    {
      code: 'platform_fee',
      amountMinor: -outcome.platformFeeMinor,
      basis: { rule: 'share', baseMinor, bps: stay.fee.bps },
    },
  ]
  const fee: Component = {
    code: 'fee',
    amountMinor: -outcome.hostFeeMinor,
    basis: hostFeeBasis(stay, outcome),
  }
  const why =
    outcome.initiator === 'no_show'
      ? 'no-show'
      : outcome.initiator === 'host'
        ? 'cancelled by you'
        : 'cancelled by the guest'
  const startsAt = stay.tranches[0]?.startsAt ?? now
  return present([
    entryFrom(
      describeEntry(
        stay,
        'cancellation_earnings',
        source,
        addHours(startsAt, AVAILABLE_AFTER_HOURS),
        `Stay ${stay.title}: ${why}`,
        [`cancellation@${outcome.policy.version}`, feePolicy(stay)],
      ),
      left,
    ),
    entryFrom(
      describeEntry(stay, 'host_cancellation_fee', source, now, `Host cancellation fee: ${stay.title}`, [
        `hostCancellation@${stay.hostCancellationVersion}`,
      ]),
      [fee],
    ),
  ])
}

const hostFeeBasis = (
  { hostSubtotalMinor: baseMinor, nights }: Stay,
  { hostFeeMinor, hostFeeBps, keptNights }: CancellationOutcome,
): Component['basis'] => {
  // Nights that the host let the guest stay cost nothing.
  const share = {
    rule: 'host_fee',
    baseMinor,
    bps: hostFeeBps ?? 0,
    ofNights: nights - keptNights,
    nights,
    minimumMinor: null,
  } as const
  return replayed(share) === -hostFeeMinor ? share : { ...share, minimumMinor: hostFeeMinor }
}

/**
 * What a host gave back of a stay, less Hearth's fee on it; never before what it is taken from is there
 * (docs/domain/ledger.md#refunds-by-hosts).
 */
export const computeHostRefund = (
  stay: Stay,
  {
    amountMinor,
    feeBaseMinor: baseMinor,
    platformFeeMinor,
  }: Readonly<{
    amountMinor: number
    feeBaseMinor: number
    platformFeeMinor: number
  }>,
  source: EntrySource,
  now: Instant,
): LedgerEntry[] => {
  const text = `Stay ${stay.title}: refund that you granted`
  const head = describeEntry(stay, 'goodwill_host_funded', source, findPayable(stay, now), text, [
    feePolicy(stay),
  ])
  const returned: Component = {
    code: 'platform_fee',
    amountMinor: platformFeeMinor,
    basis: { rule: 'share_returned', baseMinor, bps: stay.fee.bps },
  }
  return present([entryFrom(head, [stated('goodwill', -amountMinor), returned])])
}

/**
 * What a guest's bank took back, out of what the host has of the stay and never more; given back where more
 * was taken than is left (docs/domain/ledger.md#chargebacks).
 */
export const computeChargeback = (
  stay: Stay,
  amounts: Readonly<{ claimedMinor: number; netMinor: number; takenMinor: number }>,
  source: EntrySource,
  now: Instant,
): LedgerEntry | undefined => {
  const basis = {
    rule: 'at_most',
    claimedMinor: amounts.claimedMinor,
    limitMinor: Math.max(0, amounts.netMinor),
    takenMinor: amounts.takenMinor,
  } as const
  const amountMinor = replayed(basis) ?? 0
  const kind = amountMinor < 0 ? 'chargeback' : 'chargeback_reversed'
  const text =
    amountMinor < 0
      ? `Stay ${stay.title}: payment charged back by the guest’s bank`
      : `Stay ${stay.title}: chargeback reversed`
  return entryFrom(describeEntry(stay, kind, source, findPayable(stay, now), text, []), [
    { code: 'chargeback', amountMinor, basis },
  ])
}
