import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'

const DAY_MINUTES = 1_440
/** Clocks change at whole quarters of an hour. */
const STEP = 15
const MINUTE_MS = 60_000

/** What a clock shows at every minute of a time, counted from its start in UTC. */
export type Minutes = Readonly<{
  dayAt: (minute: number) => LocalDate
  /** The minute in UTC, as calendars write it. */
  utcAt: (minute: number) => string
  timeAt: (minute: number) => string
  /** The first minute at which the clock shows this time; the one an hour later where it skips it. */
  find: (day: LocalDate, time: string) => number | undefined
  /** The minute at which the clock shows what it showed at a time, and some minutes more. */
  findAfter: (day: LocalDate, time: string, minutes: number) => number | undefined
}>

const pad = (value: number) => String(value).padStart(2, '0')
const formatTime = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`

/** Asks the runtime for the clock of a zone every quarter of an hour; nothing is computed from rules of zones. */
export const createMinutes = (zone: string, from: LocalDate, to: LocalDate): Minutes => {
  const origin = Date.parse(from)
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const shown: { day: LocalDate; minutes: number }[] = []
  const first = new Map<string, number>()
  const steps = (Date.parse(to) - origin) / MINUTE_MS / STEP
  for (let step = 0; step < steps; step += 1) {
    const [day = '', time = ''] = format.format(origin + step * STEP * MINUTE_MS).split(', ')
    const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    shown.push({ day, minutes })
    const key = `${day} ${formatTime(minutes)}`
    if (!first.has(key)) first.set(key, step * STEP)
  }
  const at = (minute: number) => shown[Math.floor(minute / STEP)] ?? { day: '', minutes: 0 }
  const find = (day: LocalDate, time: string): number | undefined => {
    const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    for (const skipped of [0, 30, 60]) {
      // A skipped time is as long after the last one that is shown as on any other day.
      const before = minutes - skipped
      const [shownDay, shownMinutes] = before < 0 ? [addDays(day, -1), before + DAY_MINUTES] : [day, before]
      const found = first.get(`${shownDay} ${formatTime(shownMinutes)}`)
      if (found !== undefined) return found + skipped
    }
    return undefined
  }
  return {
    dayAt: (minute) => at(minute).day,
    utcAt: (minute) =>
      new Date(origin + minute * MINUTE_MS).toISOString().replace('.000', '').replaceAll(/[-:]/g, ''),
    timeAt: (minute) => formatTime(at(minute).minutes + (minute % STEP)),
    find,
    findAfter: (day, time, minutes) => {
      const total = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + minutes
      return find(addDays(day, Math.floor(total / DAY_MINUTES)), formatTime(total % DAY_MINUTES))
    },
  }
}
