import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import {
  CLOCK_KINDS,
  KEPT_DAYS,
  zDeadlineItem,
  type DeadlineItem,
  type Deadlines,
  type DeadlineStep,
} from '@hearth/contracts/today'
import { route, type Route } from '@hearth/platform/http/route'
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { loadPeople } from '../event/who.ts'
import type { ApiRow } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'
import { countLateWork, type ClockKind } from './lateWork.ts'
import { createQueues, listTables, readQueue, selectQueues, toItem, withNames } from './readQueue.ts'
import { QUEUE_SOURCES } from './staffQueueSources.ts'

const ofStaff = createQueues(CLOCK_KINDS)
/** Claims whose hosts were asked for information: no promise of staff, but theirs to follow. */
const ofHosts = ofStaff.flatMap(({ source, ...queue }) =>
  queue.kind === 'reimbursement'
    ? { ...queue, source: { ...source, filter: { status: 'info_requested' } } }
    : [],
)
const queues = [...ofStaff, ...ofHosts]

const findStep = (kind: ClockKind, row: ApiRow): DeadlineStep => {
  if (kind === 'disruption_evidence') return 'answer'
  if (kind !== 'reimbursement') return 'acknowledge'
  if (row['status'] === 'info_requested') return 'host_answers'
  if ((row['proposal'] ?? null) !== null) return 'approve'
  if (row['status'] === 'appealed') return 'decide_again'
  return row['firstActionAt'] === null ? 'act_first' : 'decide'
}

const RESPONSIBLE: Readonly<Record<ClockKind, string | undefined>> = {
  incident: 'assignee',
  reimbursement: 'reviewerId',
  service_request: undefined,
  disruption_evidence: 'takenBy',
}

const toDeadline = (kind: ClockKind, row: ApiRow): DeadlineItem => {
  const responsible = RESPONSIBLE[kind]
  return zDeadlineItem.parse({
    ...toItem(kind, row),
    code: row['code'],
    step: findStep(kind, row),
    responsibleId: responsible === undefined ? null : row[responsible],
    responsibleName: null,
  })
}

/** How many promises of the last days were due or kept, and how many of them in time. */
const countKept = async (db: Kysely<unknown>, since: Instant) => {
  const from = sql`cast(${since} as timestamptz)`
  const { rows } = await sql<{ kept: number; promised: number }>`
    select count(*) filter (where kept)::int as kept, count(*)::int as promised
    from (
      select acknowledged_in_time as kept from ${tableRef('incident')}
      where acknowledged_in_time is not null and reported_at >= ${from}
      union all
      select acknowledged_in_time from ${tableRef('request')}
      where acknowledged_in_time is not null and opened_at >= ${from}
      union all
      select first_action_at < first_action_by from ${tableRef('reimbursement')}
      where first_action_at >= ${from} and first_action_by is not null
      union all
      select decided_at < decision_by from ${tableRef('reimbursement')}
      where decided_at >= ${from} and decision_by is not null
      union all
      select answered_at < answer_by from ${tableRef('disruption_evidence')}
      where answered_at >= ${from}
    ) as promises`.execute(db)
  return rows[0] ?? { kept: 0, promised: 0 }
}

/**
 * `GET /api/deadlines`: what staff have promised by an instant and the caller can do, the earliest first, with
 * who works on it (docs/domain/console.md#deadlines-of-staff).
 */
export const deadlinesRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/deadlines',
    access: { capability: 'queue.read' },
    tenant: 'any',
    rate: 'read',
    query: z.strictObject({}),
    handler: async ({ principal, headers, signal }) => {
      const mine = selectQueues(queues, principal)
      const tables = listTables(queues)
      const position = await waitForToken(sources.positions, tables, headers, signal)
      const now = sources.now()
      const [found, late, promises] = await Promise.all([
        Promise.all(
          mine.map(async ({ kind, ...queue }) => {
            const { count, rows } = await readQueue(
              sources,
              principal,
              { kind, ...queue },
              QUEUE_SOURCES[kind].due,
            )
            return { kind, count, items: rows.map((row) => toDeadline(kind, row)) }
          }),
        ),
        countLateWork(sources.pool, now),
        countKept(sources.db, addHours(new Date(now).toISOString(), -KEPT_DAYS * 24)),
      ])
      const items = await withNames(
        sources,
        found
          .flatMap((of) => of.items)
          .toSorted((a, b) => a.dueAt.localeCompare(b.dueAt) || a.id.localeCompare(b.id)),
      )
      const people = await loadPeople(
        sources.pool,
        items.flatMap(({ responsibleId }) => responsibleId ?? []),
      )
      const body: Deadlines = {
        total: found.reduce((sum, { count }) => sum + count, 0),
        late: CLOCK_KINDS.filter((kind) => mine.some((queue) => queue.kind === kind)).reduce(
          (sum, kind) => sum + (late.get(kind) ?? 0),
          0,
        ),
        items: items.map((item) => ({
          ...item,
          responsibleName: people.get(item.responsibleId ?? '')?.name ?? null,
        })),
        ...promises,
      }
      return { status: 200, headers: position, body }
    },
  })
