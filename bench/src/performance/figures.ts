import type { Figure } from '../measurement.ts'
import { rounded } from '../statistics.ts'

/** One row's file as the benchmarks write it. */
export type Result = Readonly<{
  row: string
  date: string
  cores: number
  loadAverageBefore?: number
  figures: readonly Figure[]
}>

/** Why a goal is missed, by the figure's number in the table; shown only while it is missed. */
export type Reasons = Readonly<Record<string, string>>

const readNumber = ({ figure }: Figure) => /^(\d+) /.exec(figure)?.[1]
const formatValue = (value: number | undefined, unit: string) =>
  value === undefined ? '' : `${rounded(value)} ${unit}`
export const tableLine = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

const figureLine = (figure: Figure, reasons: Reasons) => {
  const reason = figure.met === false ? (reasons[readNumber(figure) ?? ''] ?? '') : ''
  return tableLine([
    figure.figure.trim(),
    formatValue(figure.measured, figure.unit),
    formatValue(figure.bare, figure.unit),
    figure.ratio === undefined ? '' : String(rounded(figure.ratio)),
    figure.goal ?? '',
    figure.met === undefined ? '' : figure.met ? 'yes' : `**no**${reason === '' ? '' : `: ${reason}`}`,
  ])
}

/** All rows by their numbers, each followed by its additional figures. */
export const figuresTable = (results: readonly Result[], reasons: Reasons): string => {
  const first = ({ figures }: Result) =>
    Number(figures.map(readNumber).find((number) => number !== undefined) ?? Number.POSITIVE_INFINITY)
  const ordered = results.toSorted((a, b) => first(a) - first(b))
  return [
    tableLine(['figure', 'measured', 'against', 'ratio', 'goal', 'met']),
    tableLine(Array.from({ length: 6 }, () => '---')),
    ...ordered.flatMap(({ figures }) => figures.map((figure) => figureLine(figure, reasons))),
  ].join('\n')
}

export type Growth = Readonly<{
  bookings: number
  accounts: number
  events: number
  bytesPerEvent: number
  readBytes: number
  startSeconds: number
  memoryMb: number
  pageOfHostP50Ms: number
  pageOfStaffP50Ms: number
  commandP50Ms: number
  catchUpBookingsEventsPerSecond: number
  catchUpAllEventsPerSecond?: number
  generator?: Readonly<{ events: number; seconds: number }>
  loadAverageBefore: number
}>

const GROWTH: readonly (readonly [string, (growth: Growth) => string])[] = [
  ['hosts', ({ accounts }) => String(accounts)],
  ['events', ({ events }) => events.toLocaleString('en')],
  [
    'generated, events/s',
    ({ generator }) => (generator ? String(rounded(generator.events / generator.seconds)) : ''),
  ],
  ['log, bytes per event with its indexes', ({ bytesPerEvent }) => String(Math.round(bytesPerEvent))],
  ['read models, bytes per booking', ({ readBytes, bookings }) => String(Math.round(readBytes / bookings))],
  ['catch-up of bookings, events/s', (growth) => String(rounded(growth.catchUpBookingsEventsPerSecond))],
  [
    'catch-up of all read models, events/s',
    ({ catchUpAllEventsPerSecond: all }) => (all === undefined ? '' : String(rounded(all))),
  ],
  ['page of 25 of a host, p50', ({ pageOfHostP50Ms }) => `${rounded(pageOfHostP50Ms)} ms`],
  ['page of 25 of staff, over all hosts, p50', ({ pageOfStaffP50Ms }) => `${rounded(pageOfStaffP50Ms)} ms`],
  ['command, p50', ({ commandP50Ms }) => `${rounded(commandP50Ms)} ms`],
  ['memory of the whole stack (PSS)', ({ memoryMb }) => `${Math.round(memoryMb)} MB`],
  ['start on existing data', ({ startSeconds }) => `${rounded(startSeconds)} s`],
  ['load average of the two cores before', ({ loadAverageBefore }) => String(rounded(loadAverageBefore))],
]

/** One column for each size. */
export const growthTable = (growths: readonly Growth[]): string => {
  const ordered = growths.toSorted((a, b) => a.bookings - b.bookings)
  return [
    tableLine(['bookings', ...ordered.map(({ bookings }) => bookings.toLocaleString('en'))]),
    tableLine(['---', ...ordered.map(() => '---')]),
    ...GROWTH.map(([name, of]) => tableLine([name, ...ordered.map(of)])),
  ].join('\n')
}

type Rates = Readonly<{ perSecond: number; p50Ms: number; p99Ms: number }>
type Phase = Readonly<{ commands: Rates; reads: Rates }>
export type Rebuild = Readonly<{
  bookings: number
  loadAverageBefore: number
  wanted: Readonly<{ commandsPerSecond: number; readsPerSecond: number }>
  building: Phase & Readonly<{ seconds: number }>
  switching: Phase
  sent: Readonly<{ commands: number; reads: number }>
  failed: Readonly<{ commands: number; reads: number }>
  backward: number
  difference: readonly string[]
  cutOverMs: readonly number[]
  rollbackMs: readonly number[]
}>

const rates = ({ perSecond, p50Ms, p99Ms }: Rates) =>
  `${rounded(perSecond)}/s, p50 ${rounded(p50Ms)} ms, p99 ${rounded(p99Ms)} ms`
const REBUILD: readonly (readonly [string, (rebuild: Rebuild) => string])[] = [
  ['wanted', ({ wanted }) => `${wanted.commandsPerSecond} commands/s, ${wanted.readsPerSecond} reads/s`],
  ['rebuild', ({ building }) => `${rounded(building.seconds)} s`],
  ['commands meanwhile', ({ building }) => rates(building.commands)],
  ['reads meanwhile', ({ building }) => rates(building.reads)],
  ['reads during comparison and switches', ({ switching }) => rates(switching.reads)],
  ['commands, failed', ({ sent, failed }) => `${sent.commands}, ${failed.commands}`],
  ['reads, failed, backward', ({ sent, failed, backward }) => `${sent.reads}, ${failed.reads}, ${backward}`],
  [
    'difference',
    ({ difference }) => (difference.every((text) => text.endsWith('equal')) ? 'none' : difference.join('; ')),
  ],
  ['cut-over', ({ cutOverMs }) => cutOverMs.map((ms) => `${ms} ms`).join(', ')],
  ['rollback', ({ rollbackMs }) => rollbackMs.map((ms) => `${ms} ms`).join(', ')],
  ['load average of the two cores before', ({ loadAverageBefore }) => String(rounded(loadAverageBefore))],
]

export const rebuildTable = (rebuilds: readonly Rebuild[]): string => {
  const ordered = rebuilds.toSorted((a, b) => a.bookings - b.bookings)
  return [
    tableLine(['bookings', ...ordered.map(({ bookings }) => bookings.toLocaleString('en'))]),
    tableLine(['---', ...ordered.map(() => '---')]),
    ...REBUILD.map(([name, of]) => tableLine([name, ...ordered.map(of)])),
  ].join('\n')
}
