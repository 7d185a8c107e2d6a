import { addDays, type LocalDate } from '../dates/localDate.ts'

/** Two dates as their fields hold them: each may be empty, or a text that isn't a date. */
export type DatePair = Readonly<{ start: string; end: string }>
export type DatePart = keyof DatePair

/** `day`: one date. `days`: the first and the last day. `nights`: the first night and the day after the last. */
export type PickKind = 'day' | 'days' | 'nights'

/** The pair after a day is chosen, and what is chosen next; `next` is undefined when all is chosen. */
export const pickDay = (
  pair: DatePair,
  part: DatePart,
  day: LocalDate,
  kind: PickKind,
): Readonly<{ pair: DatePair; next: DatePart | undefined }> => {
  if (kind === 'day') return { pair: { start: day, end: day }, next: undefined }
  const earliestEnd = (start: LocalDate) => (kind === 'nights' ? addDays(start, 1) : start)
  if (part === 'end' && pair.start !== '' && day >= earliestEnd(pair.start))
    return { pair: { start: pair.start, end: day }, next: undefined }
  if (part === 'end' && pair.start === '') return { pair: { start: '', end: day }, next: undefined }
  const end = pair.end !== '' && pair.end >= earliestEnd(day) ? pair.end : earliestEnd(day)
  return { pair: { start: day, end }, next: 'end' }
}
