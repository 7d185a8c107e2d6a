import { readOpenedBody, toSealedTextEvents } from '@hearth/contracts/message-plan'
import { openEvents } from '@hearth/platform/read-model/eventReader'
import type { Finish } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'

/** Opens what was written for single stays: rows keep it sealed, so that it ends with the guest’s key. */
export const openPlanTexts =
  (sources: Sources): Finish =>
  async (rows) => {
    const sealed = rows.map(toSealedTextEvents)
    const opened = await openEvents(sources, sealed.flat())
    const bodies = new Map(opened.map(({ id, data }) => [id, readOpenedBody(data)]))
    return rows.map((row, index) => ({
      ...row,
      texts: (sealed[index] ?? []).map(({ id }) => ({ planId: id, body: bodies.get(id) })),
    }))
  }
