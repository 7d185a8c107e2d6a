import { z } from 'zod'
import { addMonths } from '../kernel/dates.ts'

/** A calendar month `YYYY-MM` of the account's time zone, 2000 to 2100. */
export const zMonth = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month, YYYY-MM')
export type Month = string

/** The day and time of the following month at which a statement is locked (docs/domain/statement.md#locking). */
export const LOCK_DAY = 3
export const LOCK_TIME = '09:00'

export const nextMonth = (month: Month): Month => addMonths(`${month}-01`, 1).slice(0, 7)
