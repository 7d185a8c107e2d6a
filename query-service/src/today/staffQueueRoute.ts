import { QUEUE_KINDS, type StaffQueue } from '@hearth/contracts/today'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { byUrgency } from './byUrgency.ts'
import { createQueues, listTables, readQueue, selectQueues, toItem, withNames } from './readQueue.ts'

const queues = createQueues(QUEUE_KINDS)

/**
 * `GET /api/staff-queue`: what waits for a decision that the caller can make, over all accounts, the most
 * urgent first (docs/domain/console.md#what-waits-for-staff).
 */
export const staffQueueRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/staff-queue',
    access: { capability: 'queue.read' },
    tenant: 'any',
    rate: 'read',
    query: z.strictObject({}),
    handler: async ({ principal, headers, signal }) => {
      const mine = selectQueues(queues, principal)
      const position = await waitForToken(sources.positions, listTables(mine), headers, signal)
      const found = await Promise.all(
        mine.map(async (queue) => {
          const { count, rows } = await readQueue(sources, principal, queue, queue.source.due)
          return { count, items: rows.map((row) => toItem(queue.kind, row)) }
        }),
      )
      const items = await withNames(
        sources,
        found.flatMap((kind) => kind.items).toSorted(byUrgency(sources.now())),
      )
      const body: StaffQueue = { total: found.reduce((sum, { count }) => sum + count, 0), items: [...items] }
      return { status: 200, headers: position, body }
    },
  })
