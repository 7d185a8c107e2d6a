import { addMonths, type LocalDate } from '../../kernel/dates.ts'

/**
 * An agreement that is not renewed: its signers are notified this many days before its term ends
 * (docs/domain/agreement.md#ending).
 */
export const TERM_NOTICE_DAYS = 30

/**
 * The last day of the term that runs on `day`. Terms follow one another from `startedOn`, the UTC day of
 * Hearth's signature; months are counted from there, so that an end in a short month moves no later one.
 */
export const computeTermEnd = (startedOn: LocalDate, termMonths: number, day: LocalDate): LocalDate => {
  let terms = 1
  while (addMonths(startedOn, terms * termMonths) < day) terms += 1
  return addMonths(startedOn, terms * termMonths)
}
