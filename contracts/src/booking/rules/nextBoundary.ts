import { addHours, addMilliseconds, type Instant } from '../../kernel/dates.ts'
import { deriveId, type Id } from '../../kernel/ids.ts'
import type { CancellationOutcome, Initiator } from '../money.ts'
import { cancelStay, type Cancellable } from './cancelStay.ts'

/**
 * Equal for outcomes that give each side the same money by the same rule, whenever they were computed: what a
 * quote promises.
 */
export const quoteHash = ({
  cancelAt: _cancelAt,
  hoursBefore: _hoursBefore,
  ...promise
}: CancellationOutcome): Id =>
  deriveId('cancellation', JSON.stringify(Object.entries(promise).toSorted(([a], [b]) => (a < b ? -1 : 1))))

/** Every instant after which some rule may judge differently, earliest first. */
const boundaries = ({ snapshot, confirmedAt }: Cancellable): Instant[] => {
  const { grace, tiers } = snapshot.cancellation.terms
  const before = (hours: number) => addHours(snapshot.checkInInstant, -hours)
  const afterBooking = tiers.flatMap((tier) =>
    tier.withinHoursOfBooking === undefined ? [] : [addHours(confirmedAt, tier.withinHoursOfBooking)],
  )
  const instants = [
    ...(grace === null ? [] : [addHours(confirmedAt, grace.withinHours)]),
    ...afterBooking,
    ...tiers.map((tier) => before(tier.minHours)),
    ...snapshot.hostCancellation.terms.tiers.map((tier) => before(tier.moreThanHours)),
    ...snapshot.nightInstants,
  ]
  return [...new Set(instants)].toSorted()
}

/**
 * A moment later: boundaries are inclusive for the guest and exclusive for the host, past them both have
 * turned.
 */
export const justAfter = (instant: Instant): Instant => addMilliseconds(instant, 1)

/**
 * The next instant, from `at` on, after which cancelling has another outcome; null when none follows
 * (docs/domain/booking.md#quotes).
 */
export const nextBoundary = (booking: Cancellable, initiator: Initiator, at: Instant): Instant | null => {
  const promiseAt = (instant: Instant) => quoteHash(cancelStay(booking, instant, initiator))
  const present = promiseAt(at)
  return (
    boundaries(booking).find((instant) => instant >= at && promiseAt(justAfter(instant)) !== present) ?? null
  )
}
