import type { NumberEffect, Share } from './numbers.ts'

/** Fewer answers than these say nothing, so no rate is shown (docs/domain/performance.md#too-few). */
export const MIN_ANSWERS = 10

/** Basis points; null where there are fewer than `min`. */
export const shareBps = ({ hits, count }: Share, min = 1): number | null =>
  count < Math.max(min, 1) ? null : Math.round((hits * 10_000) / count)

/** The acceptance and response rate; null where too few requests were answered. */
export const rateBps = (share: Share): number | null => shareBps(share, MIN_ANSWERS)

/** How the requests of guests to book ended, of those that a host could answer. */
export type RequestOutcomes = Readonly<{ accepted: number; declined: number; expired: number }>

export const acceptanceShare = ({ accepted, declined, expired }: RequestOutcomes): Share => ({
  hits: accepted,
  count: accepted + declined + expired,
})

/** How clocks ended that a host could answer, newest first; `recent`: within the last 30 days. */
export type EndedClock = Readonly<{ onTime: boolean; recent: boolean }>

/** Of the last 30 days, or of the last 10 where those are fewer (docs/domain/performance.md#response-rate). */
export const responseShare = (clocks: readonly EndedClock[]): Share => {
  const recent = clocks.filter((clock) => clock.recent)
  const counted = recent.length < MIN_ANSWERS ? clocks.slice(0, MIN_ANSWERS) : recent
  return { hits: counted.filter(({ onTime }) => onTime).length, count: counted.length }
}

const plus = ({ hits, count }: Share, isHit: boolean): Share => ({
  hits: hits + (isHit ? 1 : 0),
  count: count + 1,
})

type Figures = Readonly<{
  /** Only a request to book counts, and only its own answer. */
  acceptance: RequestOutcomes
  isBookingRequest: boolean
  clocks: readonly EndedClock[]
  /** Whether the guest waits for this answer, and whether it would be in time now. */
  waits: 'in_time' | 'late' | null
  /** Nights of guests of all nights of the month, and how many more there are after accepting. */
  occupancy: Share | null
  nightsMore: number
}>

/**
 * What each answer to a guest does to the figures, by the same functions as the figures themselves
 * (docs/domain/performance.md).
 */
export const computeNumberEffects = (figures: Figures): readonly NumberEffect[] => {
  const { acceptance, isBookingRequest, clocks, waits, occupancy, nightsMore } = figures
  const accepted = acceptanceShare(acceptance)
  const answered = responseShare(clocks)
  const then =
    waits === null ? answered : responseShare([{ onTime: waits === 'in_time', recent: true }, ...clocks])
  return [
    ...(occupancy === null
      ? []
      : [
          {
            code: 'occupancy',
            now: occupancy,
            ifAccepted: { ...occupancy, hits: occupancy.hits + nightsMore },
            ifDeclined: occupancy,
          } as const,
        ]),
    {
      code: 'acceptance',
      now: accepted,
      ifAccepted: isBookingRequest ? plus(accepted, true) : accepted,
      ifDeclined: isBookingRequest ? plus(accepted, false) : accepted,
    },
    { code: 'response', now: answered, ifAccepted: then, ifDeclined: then },
  ]
}
