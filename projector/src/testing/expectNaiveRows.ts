import type { Row } from '@hearth/contracts/kernel/projection'
import { expect } from 'vitest'
import { foldNaively, readLog } from './history.ts'
import type { Workplace } from './workplace.ts'

const byKey = (rows: readonly Readonly<{ tenantId: unknown; row: Row }>[]) =>
  new Map(rows.map((row) => [`${String(row.tenantId)}\n${String(row.row['id'])}`, row]))

/** The tables hold what folding the log event by event in memory gives, frame included. */
export const expectNaiveRows = async (place: Workplace): Promise<void> => {
  const opened = await readLog(place.store, place.read)
  const sealed = await readLog(place.store, async (events) => events.map((event) => ({ event })))
  for (const projection of place.options.projections) {
    expect(byKey(await place.rowsOf(projection))).toEqual(
      byKey(foldNaively(projection, projection.sealed ? sealed : opened)),
    )
  }
}
