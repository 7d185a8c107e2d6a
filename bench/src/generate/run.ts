import { addDays, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import { randomNumbers } from '@hearth/standalone/demo/randomNumbers'
import type { Random } from './draw.ts'

/** Describes what is generated: the same run yields the same events, however often it is interrupted. */
export type Run = Readonly<{
  seed: number
  bookings: number
  tenants: number
  /** Bookings of the first tenant, for one that is larger than all others; undefined draws its size too. */
  largest?: number
  /** Its first bookings have a thread. */
  threads?: number
  today: LocalDate
}>

/** Arrivals lie this far around today. */
export const DAYS_BEFORE = 730
export const DAYS_AFTER = 365
/** Accounts and listings are opened before the first booking can be made. */
const OPENED_BEFORE = DAYS_BEFORE + 740

/** An id derived from the run and these parts, but not from the progress of the run. */
export const idIn = (
  { seed, bookings, tenants, largest }: Run,
  ...parts: readonly (string | number)[]
): Id => {
  const size = [seed, bookings, tenants, ...(largest === undefined ? [] : [`largest ${largest}`])]
  return deriveId('generated', ...[...size, ...parts].map(String))
}

export const randomIn = (run: Run, ...parts: readonly (string | number)[]): Random =>
  randomNumbers(Number.parseInt(idIn(run, 'random', ...parts).slice(0, 8), 16))

/** No event is later than this. */
export const nowOf = ({ today }: Run): Instant => `${today}T00:00:00.000Z`
export const computeOpening = ({ today }: Run): Instant => `${addDays(today, -OPENED_BEFORE)}T09:00:00.000Z`
/** The day `today` of a run whose accounts were opened at this instant. */
export const computeToday = (opening: Instant): LocalDate => addDays(opening.slice(0, 10), OPENED_BEFORE)

export const deriveAccountId = (run: Run, tenant: number): Id => idIn(run, 'account', tenant)

/** Bookings of each tenant: few have many. At least one each, exactly `bookings` in all. */
export const drawSizes = (run: Run): readonly number[] => {
  const { bookings, tenants, largest } = run
  if (largest === undefined) return drawShares(run, bookings, tenants)
  return [largest, ...drawShares(run, bookings - largest, tenants - 1)]
}

const drawShares = (run: Run, bookings: number, tenants: number): readonly number[] => {
  const random = randomIn(run, 'sizes')
  // Log-normal, by the sum of twelve even numbers.
  const weights = Array.from({ length: tenants }, () =>
    Math.exp(0.9 * (Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, 0) - 6)),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const spare = bookings - tenants
  let given = 0
  let due = 0
  return weights.map((weight, tenant) => {
    due += (weight / total) * spare
    const more = tenant === tenants - 1 ? spare - given : Math.max(0, Math.round(due) - given)
    given += more
    return 1 + more
  })
}
