import { z } from 'zod'
import { zLocalTime } from '../../kernel/dates.ts'
import { zLine } from '../../kernel/text.ts'

/** A country by its two letters, ISO 3166-1. */
export const zCountryCode = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code')
/** A phone number in E.164. */
export const zPhone = z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be a phone number such as +14155550100')
/** From when to when the house is to be quiet, local time; it may go over midnight. */
export const zQuiet = z.strictObject({ from: zLocalTime, to: zLocalTime })
/** Local hours of a day. */
export const zHours = z.strictObject({ from: zLocalTime, to: zLocalTime })
/** What is asked of a host to write in a word or a few: where something is, when something is. */
export const zPlace = zLine(2, 200)
