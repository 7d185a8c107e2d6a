import { zLocalDate } from '@hearth/contracts/kernel/dates'
import { useText } from '../../i18n/text.ts'
import { formatDay, nightsBetween, type LocalDate } from '../../components/dates/localDate.ts'

const MAX_NIGHTS = 365

/** The errors of a block's dates; `begun` is the past day on which it started, which is allowed. */
export const useDateProblems = (
  { start, end }: Readonly<{ start: LocalDate; end: LocalDate }>,
  today: LocalDate,
  begun?: LocalDate,
): { start?: string; end?: string } => {
  const t = useText()
  const valid = (date: string) => zLocalDate.safeParse(date).success
  const past = t('blocks.startInPast', { day: formatDay(today) })
  if (!valid(start)) return { start: t('problems.VALIDATION_FAILED') }
  if (!valid(end)) return { end: t('problems.VALIDATION_FAILED') }
  return {
    ...(start < today && start !== begun ? { start: past } : {}),
    ...(end <= start
      ? { end: t('blocks.endBeforeStart') }
      : nightsBetween(start, end) > MAX_NIGHTS
        ? { end: t('blocks.tooLong') }
        : end < today
          ? { end: past }
          : {}),
  }
}
