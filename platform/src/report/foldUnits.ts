import type { Instant } from '@hearth/contracts/kernel/dates'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { occurredAtOf, type Projection, type Row } from '@hearth/contracts/kernel/projection'
import type { FoldedUnit, ReportDefinition, ReportSource } from '@hearth/contracts/kernel/report'
import type { LogSources } from '../read-model/readLog.ts'
import { readByTime, readInOrder, readStreamByStream, type TimePlace } from './readEvents.ts'
import { listUnits, type ReportUnit } from './reportUnits.ts'

/** Rows of the account's own stream that are in memory at a time. */
const ROW_WINDOW = 10_000

/** A unit as it was at two instants, and the last event of each row between them. */
export type FoldedTwice = Readonly<{
  first: FoldedUnit
  second: FoldedUnit
  between: ReadonlyMap<string, Readonly<{ type: string; at: Instant }>>
}>

export type FoldOptions = Readonly<{
  sources: LogSources
  account: string
  definition: Pick<ReportDefinition, 'projections' | 'source'>
  instants: readonly [Instant, Instant]
  signal: AbortSignal
}>

type RowsByProjection = ReadonlyMap<string, Map<string, Row>>

const toUnit = (id: string, rows: RowsByProjection): FoldedUnit => ({
  id,
  rowsOf: <R extends Row>({ name }: Projection<R>) => [...(rows.get(name)?.values() ?? [])] as R[],
})

/** Folds a unit's events with the projector's own folds. */
const createFold = (
  { definition: { projections }, instants: [first, second] }: FoldOptions,
  id: string,
  isWanted: (key: string) => boolean = () => true,
) => {
  const createRows = (): RowsByProjection => new Map(projections.map(({ name }) => [name, new Map()]))
  const atFirst = createRows()
  // A report as of one instant is folded once.
  const atSecond = first === second ? atFirst : createRows()
  const between = new Map<string, { type: string; at: Instant }>()
  const step = (rows: RowsByProjection, { name, fold }: Projection, event: RecordedEvent, key: string) => {
    const known = rows.get(name)
    const next = fold(known?.get(key), event, key)
    if (next === undefined) known?.delete(key)
    else known?.set(key, next)
  }
  return {
    add: (event: RecordedEvent): void => {
      const at = occurredAtOf(event)
      for (const projection of projections) {
        for (const key of projection.keys(event).filter(isWanted)) {
          if (at <= first) step(atFirst, projection, event, key)
          else between.set(key, { type: event.type, at })
          if (atSecond !== atFirst) step(atSecond, projection, event, key)
        }
      }
    },
    finish: (): FoldedTwice => ({ first: toUnit(id, atFirst), second: toUnit(id, atSecond), between }),
  }
}

/** A page of units with one stream each. */
const foldRows = async function* (
  options: FoldOptions,
  units: readonly ReportUnit[],
): AsyncGenerator<FoldedTwice> {
  const { sources, account, instants, signal } = options
  const streams = units.flatMap((unit) => unit.streams)
  const ids = new Map(units.flatMap(({ id, streams: [stream = ''] }) => [[stream, id]]))
  let current: Readonly<{ stream: string; fold: ReturnType<typeof createFold> }> | undefined
  for await (const event of readStreamByStream(sources, { account, streams, until: instants[1] })) {
    signal.throwIfAborted()
    const { stream } = event
    if (current?.stream !== stream) {
      if (current !== undefined) yield current.fold.finish()
      current = { stream, fold: createFold(options, ids.get(stream) ?? '') }
    }
    current.fold.add(event)
  }
  if (current !== undefined) yield current.fold.finish()
}

/** Listings, each from its streams in the order of the log. Of a stay that moved, each listing has its part. */
const foldListings = async function* (
  options: FoldOptions,
  units: readonly ReportUnit[],
): AsyncGenerator<FoldedTwice> {
  const { sources, account, instants, signal } = options
  for (const { id, streams } of units) {
    // Keys that name a listing are `<month>/<listing>`.
    const fold = createFold(options, id, (key) => !key.includes('/') || key.endsWith(`/${id}`))
    for await (const event of readInOrder(sources, { account, streams, until: instants[1] })) {
      signal.throwIfAborted()
      fold.add(event)
    }
    yield fold.finish()
  }
}

/**
 * The rows of one long stream, a window at a time: the events that open the window's rows, then the others about
 * them. Without it, an account's whole ledger would be in memory.
 */
const foldAccount = async function* (
  options: FoldOptions,
  { prefix, opensRow }: Extract<ReportSource, { of: 'account' }>,
): AsyncGenerator<FoldedTwice> {
  const { sources, account, definition, instants, signal } = options
  const wanted = { account, stream: `${prefix}-${account}`, until: instants[1] }
  const readKeys = (event: RecordedEvent) => definition.projections.flatMap(({ keys }) => keys(event))
  let start: TimePlace | undefined
  for (let isFull = true; isFull;) {
    const keys = new Set<string>()
    const fold = createFold(options, account, (key) => keys.has(key))
    isFull = false
    for await (const event of readByTime(sources, wanted, { is: opensRow }, start)) {
      signal.throwIfAborted()
      for (const key of readKeys(event)) keys.add(key)
      fold.add(event)
      start = { at: occurredAtOf(event), id: event.id }
      isFull = keys.size >= ROW_WINDOW
      if (isFull) break
    }
    const about: RecordedEvent[] = []
    for await (const event of readByTime(sources, wanted, { isNot: opensRow })) {
      signal.throwIfAborted()
      if (readKeys(event).some((key) => keys.has(key))) about.push(event)
    }
    for (const event of about.toSorted((a, b) => Number(a.revision - b.revision))) fold.add(event)
    yield fold.finish()
  }
}

/**
 * Folds what an account has up to two instants in one pass: what each row was then
 * (docs/domain/report.md#as-of). One unit is in memory at a time, and no more than a window of a long one.
 */
export const foldUnits = async function* (options: FoldOptions): AsyncGenerator<FoldedTwice> {
  const { sources, account, definition } = options
  const { source } = definition
  if (source.of === 'account') {
    yield* foldAccount(options, source)
    return
  }
  for await (const units of listUnits(sources, account, source))
    yield* (source.of === 'rows' ? foldRows : foldListings)(options, units)
}
