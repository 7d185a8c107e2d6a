import type { ProjectionRow } from '@hearth/contracts/projection'
import type { TextKey } from '../i18n/text.ts'
import type { Tone } from '../theme/tokens.ts'

export type OtherBuild = ProjectionRow['others'][number]
export type LineState = Readonly<{
  tone: Tone
  plain: boolean
  text: TextKey
  values: Readonly<Record<string, string | number>>
}>

/** One table of a read model: the serving one, or one beside it. */
export type Line = Readonly<{
  key: string
  name: string
  version: number
  build: number
  serves: boolean
  state: LineState
  lagMs: number | null
  late: boolean
  eventsPerSecond: number
  held: Readonly<{ held: number; all: number }> | null
  position: string | null
}>

/** Above this lag a serving table is late. */
export const GOAL_MS = 5_000
/** Above this age a due effect is late. */
export const OUTBOX_GOAL_MS = 10_000

const state = (tone: Tone, name: string, values: LineState['values'] = {}, plain = false): LineState => ({
  tone,
  plain,
  text: `projection.list.state.${name}` as TextKey,
  values,
})

/** Whole percent; 100 only when it is complete. */
export const formatPercent = (progress: number) => `${Math.min(99, Math.floor(progress * 100))}%`

const servingState = (row: ProjectionRow): LineState => {
  if (row.state === 'stopped') return state('bad', 'stopped')
  if (row.state === 'unheld') return state('bad', 'unheld')
  if (row.state === 'building') return state('info', 'buildingFirst')
  if (row.state === 'behind' || row.lagMs > GOAL_MS) return state('bad', 'behind')
  if (row.parkedStreams > 0) return state('warn', 'parked', { smart_count: row.parkedStreams })
  return state('ok', 'live', {}, true)
}

export const otherState = (other: OtherBuild): LineState => {
  if (other.error !== null) return state('bad', 'broken')
  if (other.parkedStreams > 0) return state('warn', 'parked', { smart_count: other.parkedStreams })
  if (other.status === 'building')
    return state('info', 'building', { percent: formatPercent(other.progress) })
  return other.status === 'ready' ? state('info', 'ready') : state('mute', 'standby', {}, true)
}

const countHeld = ({ segments }: ProjectionRow, now: number) => ({
  held: segments.filter(
    ({ holder, leaseUntil }) => holder !== null && leaseUntil !== null && Date.parse(leaseUntil) > now,
  ).length,
  all: segments.length,
})

/** Every table as one line: the serving one of each read model, then those beside it. */
export const createLines = (rows: readonly ProjectionRow[], now: number): readonly Line[] =>
  rows.flatMap((row): Line[] => [
    {
      key: `${row.id}.${row.build}`,
      name: row.id,
      version: row.version,
      build: row.build,
      serves: true,
      state: servingState(row),
      lagMs: row.lagMs,
      late: row.lagMs > GOAL_MS,
      eventsPerSecond: row.eventsPerSecond,
      held: countHeld(row, now),
      position: row.position,
    },
    ...row.others.map((other) => ({
      key: `${row.id}.${other.build}`,
      name: row.id,
      version: other.version,
      build: other.build,
      serves: false,
      state: otherState(other),
      lagMs: null,
      late: false,
      eventsPerSecond: other.eventsPerSecond,
      held: null,
      position: null,
    })),
  ])

/** `0.2 s`, `48 s`, `4 min`, `2 h`. */
export const formatLag = (milliseconds: number): string => {
  const seconds = milliseconds / 1_000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 100) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

/** The slowest serving table; undefined when there is none. */
export const findSlowest = (rows: readonly ProjectionRow[]): ProjectionRow | undefined =>
  rows.reduce<ProjectionRow | undefined>(
    (slowest, row) => (slowest === undefined || row.lagMs > slowest.lagMs ? row : slowest),
    undefined,
  )

/** The processes that hold a segment now, and how many segments are held. */
export const countHolders = (rows: readonly ProjectionRow[], now: number) => {
  const held = rows
    .flatMap(({ segments }) => segments)
    .filter(
      ({ holder, leaseUntil }) => holder !== null && leaseUntil !== null && Date.parse(leaseUntil) > now,
    )
  return {
    processes: new Set(held.map(({ holder }) => holder)).size,
    held: held.length,
    all: rows.reduce((sum, { segments }) => sum + segments.length, 0),
  }
}
