import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import { Temporal } from 'temporal-polyfill'
import { findProperty, formatRule, readPeriods, readText, type Component } from './calendarComponent.ts'
import { parseMoment } from './calendarTimes.ts'
import { parseRule } from './recurrenceRule.ts'
import { findRecurrences, type Work } from './recurrences.ts'
import type { Zone } from './zones.ts'

const PAST_DAYS = 800
const FUTURE_DAYS = 1_500

/** From a moment on the clock as it was until then, another offset. Seconds. */
type Transition = Readonly<{ at: Temporal.PlainDateTime; from: number; to: number }>

const parseOffset = (text: string): number | undefined => {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d):?(\d\d):?(\d\d)?/.exec(text) ?? []
  if (hours === undefined) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds))
}

/** The days on which a part of a zone begins: its first, and those around now, or around its end. */
const listDays = (part: Component, first: LocalDate, today: LocalDate, work: Work): LocalDate[] => {
  const written = findProperty(part, 'rrule')
  if (written === undefined) return [first]
  const rule = parseRule(formatRule(written))
  const until = rule.until === undefined ? undefined : parseMoment(rule.until, undefined)
  const last = until?.wall.toPlainDate().toString() ?? '9999-12-31'
  const end = last < today ? last : today
  const to = last < addDays(today, FUTURE_DAYS) ? last : addDays(today, FUTURE_DAYS)
  return [first, ...findRecurrences(rule, first, { from: addDays(end, -PAST_DAYS), to }, work)]
}

const readTransitions = (part: Component, today: LocalDate, work: Work): Transition[] | undefined => {
  const start = parseMoment(findProperty(part, 'dtstart')?.[3], undefined)
  const [from, to] = [readText(part, 'tzoffsetfrom'), readText(part, 'tzoffsetto')].map(parseOffset)
  if (start === undefined || from === undefined || to === undefined) return undefined
  const days = listDays(part, start.wall.toPlainDate().toString(), today, work)
  const time = start.wall.toPlainTime()
  return [
    ...days.map((day) => ({ at: Temporal.PlainDate.from(day).toPlainDateTime(time), from, to })),
    ...readPeriods(part, 'rdate').map(({ start: { wall } }) => ({ at: wall, from, to })),
  ]
}

const toUtc = (wall: Temporal.PlainDateTime, offset: number) =>
  wall.subtract({ seconds: offset }).toZonedDateTime('UTC').toInstant()

/**
 * A zone as a file defines it (RFC 5545 §3.6.5). A time that the clock skips is read with the offset before, a
 * time that occurs twice is the first. Undefined when the definition cannot be read.
 */
export const createFileZone = (definition: Component, today: LocalDate, work: Work): Zone | undefined => {
  const found: Transition[] = []
  try {
    for (const part of definition[2].filter(([name]) => name === 'standard' || name === 'daylight')) {
      const transitions = readTransitions(part, today, work)
      if (transitions === undefined) return undefined
      found.push(...transitions)
    }
  } catch {
    return undefined
  }
  const transitions = found.toSorted((a, b) => Temporal.PlainDateTime.compare(a.at, b.at))
  const [earliest] = transitions
  if (earliest === undefined) return undefined
  return {
    toInstant: (wall) => {
      const last = transitions.findLast(({ at }) => Temporal.PlainDateTime.compare(at, wall) <= 0)
      if (last === undefined) return toUtc(wall, earliest.from)
      const skipped = last.at.add({ seconds: last.to - last.from })
      const isSkipped = Temporal.PlainDateTime.compare(wall, skipped) < 0
      return toUtc(wall, isSkipped ? last.from : last.to)
    },
    toWall: (instant) => {
      const last = transitions.findLast(
        ({ at, from }) => Temporal.Instant.compare(toUtc(at, from), instant) <= 0,
      )
      const plain = instant.toZonedDateTimeISO('UTC').toPlainDateTime()
      return plain.add({ seconds: last?.to ?? earliest.from })
    },
  }
}
