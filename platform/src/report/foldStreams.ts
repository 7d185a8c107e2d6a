import type { Instant } from '@hearth/contracts/kernel/dates'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { occurredAtOf, type Projection, type Row } from '@hearth/contracts/kernel/projection'
import type { FoldedUnit, ReportDefinition, ReportPeriod } from '@hearth/contracts/kernel/report'
import type { LogSources } from '../read-model/readLog.ts'
import { readStreamByStream } from './readEvents.ts'

export type FoldOptions = Readonly<{
  sources: LogSources
  account: string
  definition: Pick<ReportDefinition, 'projections' | 'source'>
  period: Pick<ReportPeriod, 'from' | 'to'>
  instants: readonly [Instant, Instant]
  signal: AbortSignal
}>

/** Rows by their projection's name and their key. */
export type FoldedRows = ReadonlyMap<string, ReadonlyMap<string, Row>>

/** The last event of each row between two instants. */
export type Between = ReadonlyMap<string, Readonly<{ type: string; at: Instant }>>

/** The rows of one unit as they were at two instants. */
export type RowsTwice = Readonly<{ first: FoldedRows; second: FoldedRows; between: Between }>

/** A unit as it was at two instants. */
export type FoldedTwice = Readonly<{ first: FoldedUnit; second: FoldedUnit; between: Between }>

export const toUnits = (id: string, { first, second, between }: RowsTwice): FoldedTwice => {
  const toUnit = (rows: FoldedRows): FoldedUnit => ({
    id,
    rowsOf: <R extends Row>({ name }: Projection<R>) => [...(rows.get(name)?.values() ?? [])] as R[],
  })
  return { first: toUnit(first), second: toUnit(second), between }
}

/** Folds events with the projector's own folds. */
export const createFold = (
  { definition: { projections }, instants: [first, second] }: FoldOptions,
  isWanted: (key: string) => boolean = () => true,
) => {
  const createRows = () => new Map(projections.map(({ name }) => [name, new Map<string, Row>()]))
  const atFirst = createRows()
  // A report as of one instant is folded once.
  const atSecond = first === second ? atFirst : createRows()
  const between = new Map<string, { type: string; at: Instant }>()
  const step = (rows: typeof atFirst, { name, fold }: Projection, event: RecordedEvent, key: string) => {
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
    finish: (): RowsTwice => ({ first: atFirst, second: atSecond, between }),
  }
}

/** Streams whose rows are folded together; `id` is the row's or the listing's. */
export type StreamUnit = Readonly<{ id: string; streams: readonly string[] }>

/** Units from their streams, in their order; those that had no event of these types yet are left out. */
export const foldStreams = async function* (
  options: FoldOptions,
  units: readonly StreamUnit[],
  types?: readonly string[],
): AsyncGenerator<Readonly<{ id: string; rows: RowsTwice }>> {
  const { sources, account, instants, signal } = options
  const streams = units.flatMap((unit) => unit.streams)
  const ids = new Map(units.flatMap(({ id, streams: own }) => own.map((stream) => [stream, id])))
  let current: Readonly<{ id: string; fold: ReturnType<typeof createFold> }> | undefined
  for await (const event of readStreamByStream(sources, { account, streams, types, until: instants[1] })) {
    signal.throwIfAborted()
    const id = ids.get(event.stream) ?? ''
    if (current?.id !== id) {
      if (current !== undefined) yield { id: current.id, rows: current.fold.finish() }
      current = { id, fold: createFold(options) }
    }
    current.fold.add(event)
  }
  if (current !== undefined) yield { id: current.id, rows: current.fold.finish() }
}
