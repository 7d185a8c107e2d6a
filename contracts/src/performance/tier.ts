import { addDays, addMonths, type LocalDate } from '../kernel/dates.ts'
import { multiplyRatio } from '../kernel/money.ts'
import type { Rating } from '../review/ratings.ts'
import type { Share } from './numbers.ts'
import type { Tier, TierCriterion } from './responses.ts'

/** What Gold needs over the last 365 days (docs/domain/performance.md#gold). */
export const GOLD = {
  /** Hundredths of a star. */
  rating: 480,
  responseBps: 9_000,
  /** Below it. */
  hostCancellationBps: 100,
  stays: 10,
  longStays: 3,
  longStayNights: 100,
} as const
/** Gold is assessed on the first day of each of these months. */
const ASSESSED_MONTHS = ['01', '04', '07', '10']
const RESULT_DAYS = 5

/** What of a year counts for Gold. */
export type TierFacts = Readonly<{
  rating: Rating
  response: Share
  /** `hits`: canceled by the host; `count`: those and the completed stays. */
  hostCancellation: Share
  completed: Readonly<{ stays: number; nights: number }>
}>

const bps = (top: number, bottom: number) => (bottom === 0 ? null : multiplyRatio(top, 10_000, bottom))
const average = ({ stars, count }: Rating) => (count === 0 ? null : multiplyRatio(stars, 100, count))

/** Exact, so that 4.796 is not 4.80. */
const isRated = ({ stars, count }: Rating) => count > 0 && stars * 100 >= GOLD.rating * count
const isAnswered = ({ hits, count }: Share) => count > 0 && hits * 10_000 >= GOLD.responseBps * count
const isKept = ({ hits, count }: Share) => hits * 10_000 < GOLD.hostCancellationBps * Math.max(1, count)
const hasStays = ({ stays, nights }: TierFacts['completed']) =>
  stays >= GOLD.stays || (stays >= GOLD.longStays && nights >= GOLD.longStayNights)

/** How many more of the same it takes before it no longer holds. */
const countSpare = <T>(now: T, more: (state: T) => T, holds: (state: T) => boolean): number => {
  let spare = 0
  for (let state = more(now); holds(state); state = more(state)) spare += 1
  return spare
}

const rateCriterion = (rating: Rating): TierCriterion => {
  const after = [1, 2, 3, 4, 5].map((stars) => ({
    stars,
    next: { stars: rating.stars + stars, count: rating.count + 1 },
  }))
  return {
    code: 'rating',
    top: rating.stars,
    bottom: rating.count,
    value: average(rating),
    threshold: GOLD.rating,
    met: isRated(rating),
    spare: null,
    afterOne: null,
    afterStars: after.map(({ stars, next }) => ({ stars, value: average(next) ?? 0, met: isRated(next) })),
  }
}

const late = ({ hits, count }: Share): Share => ({ hits, count: count + 1 })
const canceled = ({ hits, count }: Share): Share => ({ hits: hits + 1, count: count + 1 })

const shareCriterion = (
  code: 'response' | 'host_cancellation',
  share: Share,
  threshold: number,
  holds: (share: Share) => boolean,
  more: (share: Share) => Share,
): TierCriterion => {
  const next = more(share)
  return {
    code,
    top: share.hits,
    bottom: share.count,
    value: bps(share.hits, share.count),
    threshold,
    met: holds(share),
    spare: holds(share) ? countSpare(share, more, holds) : null,
    afterOne: bps(next.hits, next.count),
    afterStars: [],
  }
}

export const computeCriteria = ({
  rating,
  response,
  hostCancellation,
  completed,
}: TierFacts): readonly TierCriterion[] => [
  rateCriterion(rating),
  shareCriterion('response', response, GOLD.responseBps, isAnswered, late),
  shareCriterion('host_cancellation', hostCancellation, GOLD.hostCancellationBps, isKept, canceled),
  {
    code: 'stays',
    top: completed.stays,
    bottom: completed.nights,
    value: completed.stays,
    threshold: GOLD.stays,
    met: hasStays(completed),
    spare: null,
    afterOne: null,
    afterStars: [],
  },
]

export const holdsGold = (facts: TierFacts): boolean => computeCriteria(facts).every(({ met }) => met)

/** The day of the last assessment, today included. */
export const lastAssessment = (today: LocalDate): LocalDate => {
  let month = `${today.slice(0, 7)}-01`
  while (!ASSESSED_MONTHS.includes(month.slice(5, 7))) month = addMonths(month, -1)
  return month
}

/** Where an account stands, by the facts of today and of its last assessment. */
export const computeTier = (today: LocalDate, now: TierFacts, assessed: TierFacts): Tier => {
  const lastCheckOn = lastAssessment(today)
  const nextCheckOn = addMonths(lastCheckOn, 3)
  return {
    holds: holdsGold(assessed),
    wouldHold: holdsGold(now),
    lastCheckOn,
    nextCheckOn,
    nextResultBy: addDays(nextCheckOn, RESULT_DAYS),
    criteria: [...computeCriteria(now)],
    longStays: now.completed,
  }
}
