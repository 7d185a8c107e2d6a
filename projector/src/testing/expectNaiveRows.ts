import { takesSealed, type Row } from '@hearth/contracts/kernel/projection'
import { expect } from 'vitest'
import { foldNaively, openEvents, readSealedLog } from './history.ts'
import type { Workplace } from './workplace.ts'

const byKey = (rows: readonly Readonly<{ tenantId: unknown; row: Row }>[]) =>
  new Map(rows.map((row) => [`${String(row.tenantId)}\n${String(row.row['id'])}`, row]))

/** The tables hold what folding the log event by event in memory gives, frame included. */
export const expectNaiveRows = async (place: Workplace): Promise<void> => {
  const sealed = await readSealedLog(place.store)
  const opened = await openEvents(sealed, place.read)
  for (const projection of place.options.projections) {
    const seen = opened.map((event, index) =>
      takesSealed(projection, event.type) ? (sealed[index] ?? event) : event,
    )
    expect(byKey(await place.rowsOf(projection))).toEqual(byKey(foldNaively(projection, seen)))
  }
}
