import { zInstant, zLocalDate, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import { zContent, zElement } from './xml.ts'

export const zDay = zElement({ Dt: zContent.optional(), DtTm: zContent.optional() }).optional()
type Day = Readonly<{ Dt?: string | undefined; DtTm?: string | undefined }>

/**
 * The calendar day as the bank wrote it. A zone behind it (`2026-11-25+01:00`) and the time of day do not move
 * it: banks book by days.
 */
export const parseDay = (text: string | undefined): LocalDate | undefined => {
  const [, day = ''] =
    /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d:\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/.exec(text ?? '') ?? []
  return zLocalDate.safeParse(day).data
}

/** The first of these days that is stated. */
export const readDay = (...days: readonly (Day | undefined)[]): LocalDate | undefined => {
  for (const day of days) {
    const found = parseDay(day?.Dt) ?? parseDay(day?.DtTm)
    if (found !== undefined) return found
  }
  return undefined
}

/** A moment that orders messages of one bank; without a zone it counts as UTC. */
export const parseMoment = (text: string | undefined): Instant | undefined => {
  const zoned = /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text ?? '') ? (text ?? '') : `${text ?? ''}Z`
  const ms = Date.parse(zoned)
  return Number.isNaN(ms) ? undefined : zInstant.safeParse(new Date(ms).toISOString()).data
}
