import { readOpened, toSealedEvent } from '@hearth/contracts/thread'
import { openEvents } from '@hearth/platform/read-model/eventReader'
import type { Finish } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'

/** Opens the texts of messages and the names of their files: rows keep them sealed, so that they end with the guest's key. */
export const openMessages =
  (sources: Sources): Finish =>
  async (rows) => {
    const opened = await openEvents(sources, rows.map(toSealedEvent))
    return rows.map((row, index) => ({ ...row, ...readOpened(opened[index]?.data) }))
  }
