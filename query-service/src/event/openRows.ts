import { zEventRow } from '@hearth/contracts/event'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { maySee } from '@hearth/platform/session/principal'
import { z } from 'zod'
import type { Finish } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { maskPersonal } from './maskPersonal.ts'
import { openEvents } from '@hearth/platform/read-model/readLog'

const zRow = z.object(zEventRow.shape)

/**
 * Rows of the event log in today's shape. Personal fields are opened for those who may read them, and masked
 * otherwise.
 */
export const openRows =
  (sources: Sources): Finish =>
  async (rows, principal) => {
    const opened = await openEvents(
      sources,
      rows.map((row) => {
        const { id, stream, streamRevision, type, data, metadata, commit, recordedAt } = zRow.parse(row)
        return {
          id,
          stream,
          revision: BigInt(streamRevision),
          type,
          data,
          metadata,
          position: { commit: BigInt(commit), prepare: BigInt(commit) },
          recordedAt,
        }
      }),
    )
    const seen = (event: RecordedEvent) =>
      maySee(principal, 'event.personal') ? event.data : maskPersonal(event.type, event.data)
    return rows.map((row, index) => {
      const event = opened[index]
      return { ...row, data: event ? seen(event) : null }
    })
  }
