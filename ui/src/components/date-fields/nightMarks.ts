import type { LocalDate } from '../dates/localDate.ts'

/** What a listing's calendar says about a night; `text` is read out, `price` is shown below the day. */
export type NightMark = Readonly<{ taken: boolean; text: string; price?: string }>

/** The nights of a listing in the calendar that a date field opens, read when their months are shown. */
export type NightMarks = Readonly<{
  marks: ReadonlyMap<LocalDate, NightMark>
  onShow: (first: LocalDate, days: number) => void
}>
