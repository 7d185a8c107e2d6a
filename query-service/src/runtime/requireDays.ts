import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import { AppProblem } from '@hearth/platform/http/appProblem'

/** Refuses a period whose last day lies before its first one. */
export const requireInOrder = ({ from, to }: Readonly<{ from: LocalDate; to: LocalDate }>): void => {
  if (to < from) throw new AppProblem('INVALID_DATE_RANGE', 'The last day lies before the first one.')
}

/** Refuses also one of more days; `what` says what is done with so many. */
export const requireDays = (
  period: Readonly<{ from: LocalDate; to: LocalDate }>,
  maxDays: number,
  what: 'shown' | 'compared',
): void => {
  requireInOrder(period)
  if (period.to >= addDays(period.from, maxDays))
    throw new AppProblem('LIMIT_EXCEEDED', `At most ${maxDays} days are ${what}.`)
}
