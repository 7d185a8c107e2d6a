import { zNamedEvent } from '@hearth/contracts/event'
import { readNamed } from '@hearth/platform/event-store/readNamed'
import { openEvents } from '@hearth/platform/read-model/eventReader'
import { maySee } from '@hearth/platform/session/principal'
import { z } from 'zod'
import type { ApiRow } from '../runtime/model.ts'
import type { Finish } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { maskPersonal } from './maskPersonal.ts'

const zName = z.object(zNamedEvent.shape).pick({ id: true, stream: true, streamRevision: true })

/**
 * Rows of the event log with what the event store has of them, in today's shape. Personal fields are opened for
 * those who may read them, and masked otherwise.
 */
export const openRows =
  (sources: Sources): Finish =>
  async (rows, principal) => {
    const names = rows.map((row) => {
      const { id, stream, streamRevision } = zName.parse(row)
      return { id, stream, revision: BigInt(streamRevision) }
    })
    const opened = await openEvents(sources, await readNamed(sources.store, names))
    const seesPersons = maySee(principal, 'event.personal')
    return opened.map(({ type, data, metadata, position, recordedAt }, index): ApiRow => {
      const seen = seesPersons ? data : maskPersonal(type, data)
      return Object.assign({}, rows[index], {
        data: seen,
        metadata,
        commit: String(position.commit),
        recordedAt,
      })
    })
  }
