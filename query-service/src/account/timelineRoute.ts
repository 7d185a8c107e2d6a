import { accounts } from '@hearth/contracts/account'
import {
  MAX_TIMELINE_DAYS,
  TIMELINE_KIND_NAMES,
  TIMELINE_KINDS,
  TIMELINE_PAGE,
  zTimelineQuery,
  type Timeline,
  type TimelineEntry,
  type TimelineKind,
  type TimelineQuery,
} from '@hearth/contracts/account/timeline'
import { describeRead, parseStaffAccess } from '@hearth/contracts/audit'
import { events as eventResource } from '@hearth/contracts/event'
import { categoryOfStream, type RecordedEvent } from '@hearth/contracts/kernel/message'
import { zCurrency } from '@hearth/contracts/kernel/money'
import { route, type Route } from '@hearth/platform/http/route'
import { openEvents } from '@hearth/platform/read-model/eventReader'
import { selectEvents } from '@hearth/platform/read-model/readLog'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { sql } from 'kysely'
import { z } from 'zod'
import { maskPersonal } from '../event/maskPersonal.ts'
import type { Context, Line } from '../event/line.ts'
import { describeEvent } from '../event/sentences.ts'
import { describeActor, loadPeople, type Person } from '../event/who.ts'
import { createModel } from '../runtime/model.ts'
import { requireDays } from '../runtime/requireDays.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'

const model = createModel(accounts)
const zAccount = z.object({ id: z.string(), defaultCurrency: zCurrency }).loose()
const KIND_OF = new Map<string, TimelineKind>(
  TIMELINE_KIND_NAMES.flatMap((kind) => TIMELINE_KINDS[kind].map((category) => [category, kind] as const)),
)

const occurredAt = ({ metadata, recordedAt }: RecordedEvent): string => metadata['occurredAt'] ?? recordedAt

/** The events of a page and one more, which says whether there is another page. */
const readPage = async (
  sources: Sources,
  accountId: string,
  { from, to, kinds = TIMELINE_KIND_NAMES, before }: TimelineQuery,
): Promise<readonly RecordedEvent[]> => {
  const categories = kinds.flatMap((kind) => TIMELINE_KINDS[kind])
  const isBefore =
    before === undefined
      ? sql`true`
      : sql`(occurred_at, id) < (cast(${before[0]} as timestamptz), ${before[1]})`
  const found = await selectEvents(
    sources,
    sql`
      from ${tableRef(eventResource.table)}
      where
        tenant_id = ${accountId}
        and occurred_at >= cast(${from} as date)
        and occurred_at < cast(${to} as date) + 1
        and split_part(stream, '-', 1) = any(${categories}::text[])
        and ${isBefore}
      order by occurred_at desc, id desc
      limit ${sql.lit(TIMELINE_PAGE + 1)}`,
  )
  return openEvents(sources, found)
}

const zAmount = z.object({ amountMinor: z.int(), currency: zCurrency })
const zEntryText = z.object({ text: z.string() })

/** `PayoutScheduled` as `Payout scheduled.` */
const nameType = (type: string): string => {
  const words = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}

/** Who did it; of a staff access, who read. */
const readActorId = ({ type, metadata, data }: RecordedEvent): string =>
  (type === 'StaffLooked' ? parseStaffAccess(data)?.staffUserId : undefined) ?? metadata['actorId'] ?? ''

/** An event in words: its sentence where histories have one, else what its name says. */
const describe = (event: RecordedEvent, context: Context): Line => {
  const spoken = describeEvent(event, context)
  if (spoken !== undefined) return spoken
  const { type, data } = event
  const amount = zAmount.safeParse(data).data ?? {}
  const access = type === 'StaffLooked' ? parseStaffAccess(data) : undefined
  if (access !== undefined) {
    const read = new Set(access.resources.map(describeRead))
    return { text: `Staff opened ${[...read].join(', ')}.` }
  }
  const posted = type === 'LedgerEntryPosted' ? zEntryText.safeParse(data).data : undefined
  return { text: posted === undefined ? nameType(type) : `Posted: ${posted.text}`, ...amount }
}

type Reading = Readonly<{
  principal: Principal
  context: Context
  people: ReadonlyMap<string, Person>
}>

const toEntry = (event: RecordedEvent, { principal, context, people }: Reading): TimelineEntry => {
  const seen = maySee(principal, 'event.personal')
    ? event
    : { ...event, data: maskPersonal(event.type, event.data) }
  const line = describe(seen, context)
  return {
    id: event.id,
    at: occurredAt(event),
    kind: KIND_OF.get(categoryOfStream(event.stream)) ?? 'account',
    type: event.type,
    stream: event.stream,
    text: line.text,
    who: describeActor(readActorId(event), people, principal),
    amountMinor: line.amountMinor ?? null,
    currency: line.amountMinor === undefined ? null : zCurrency.parse(line.currency ?? context.currency),
  }
}

/**
 * `GET /api/accounts/{id}/timeline`: bookings, money, messages, claims, incidents and staff accesses of one
 * account in the order of time. Staff only; personal fields are masked as in the event log
 * (docs/internal-reports.md).
 */
export const timelineRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/accounts/:id/timeline',
    access: { capability: 'projection.read' },
    tenant: 'any',
    rate: 'read',
    params: zPathId,
    query: zTimelineQuery,
    handler: async ({ principal, params, query, headers, signal }) => {
      const tables = [model.resource.table, eventResource.table]
      const position = await waitForToken(sources.positions, tables, headers, signal)
      const account = zAccount.parse(await findRow(sources, model, principal, params.id))
      requireDays(query, MAX_TIMELINE_DAYS, 'shown')
      const found = await readPage(sources, account.id, query)
      const page = found.slice(0, TIMELINE_PAGE)
      sources.accessLog.note([{ id: account.id, tenantId: account.id }])
      const reading = {
        principal,
        people: await loadPeople(sources.pool, page.map(readActorId)),
        context: {
          currency: account.defaultCurrency,
          refundMinor: () => undefined,
          details: true,
        },
      }
      const last = page.at(-1)
      const body: Timeline = {
        entries: page.map((event) => toEntry(event, reading)),
        next: found.length > page.length && last ? `${occurredAt(last)}_${last.id}` : null,
      }
      return { status: 200, headers: position, body }
    },
  })
