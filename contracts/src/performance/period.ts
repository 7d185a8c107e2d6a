import { z } from 'zod'
import { addDays, addMonths, nightsBetween, zLocalDate } from '../kernel/dates.ts'

/** Nights `[from, to)`: the night of `from` is the first, the night of `to` is not in it. */
export const zPeriod = z.strictObject({ from: zLocalDate, to: zLocalDate })
export type Period = z.infer<typeof zPeriod>

/** The longest period that can be asked for. */
export const MAX_PERIOD_YEARS = 5

export type PeriodProblem = 'backwards' | 'too_long'

/** What is wrong with a period; undefined if nothing. One night is a period, and so are days to come. */
export const checkPeriod = ({ from, to }: Period): PeriodProblem | undefined => {
  if (nightsBetween(from, to) < 1) return 'backwards'
  return to > addMonths(from, 12 * MAX_PERIOD_YEARS) ? 'too_long' : undefined
}

/** The same days of the year before; 29 February becomes 28 February. A period keeps at least one night. */
export const yearBefore = ({ from, to }: Period): Period => {
  const before = { from: addMonths(from, -12), to: addMonths(to, -12) }
  return before.from < before.to ? before : { from: before.from, to: addDays(before.from, 1) }
}
