import { addHours } from '@hearth/contracts/kernel/dates'
import { QUEUE_KINDS, type QueueItem, type StaffQueue } from '@hearth/contracts/today'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { createQueues, listTables, readQueue, selectQueues, toItem, withNames } from './readQueue.ts'

const queues = createQueues(QUEUE_KINDS)

/** What is late or due within a day, the earliest first; then the rest, the oldest first. */
const byUrgency = (now: number) => {
  const tomorrow = addHours(new Date(now).toISOString(), 24)
  const rank = ({ dueAt, since }: QueueItem) =>
    dueAt !== null && dueAt < tomorrow ? `0 ${dueAt}` : `1 ${since}`
  return (a: QueueItem, b: QueueItem) => rank(a).localeCompare(rank(b)) || a.id.localeCompare(b.id)
}

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
