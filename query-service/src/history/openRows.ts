import { zEventRow } from '@hearth/contracts/event'
import { z } from 'zod'
import type { Finish } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { openEvents } from './readEvents.ts'

const zRow = z.object(zEventRow.shape)

/** Rows of the event log with personal fields opened and data in today's shape. */
export const openRows = (sources: Sources): Finish => async (rows) => {
  const opened = await openEvents(
    sources,
    rows.map((row) => {
      const { id, stream, streamRevision, type, data, metadata, commit, recordedAt } = zRow.parse(row)
      return { id, stream, revision: BigInt(streamRevision), type, data, metadata, position: { commit: BigInt(commit), prepare: BigInt(commit) }, recordedAt }
    }),
  )
  return rows.map((row, index) => ({ ...row, data: opened[index]?.data ?? null }))
}
