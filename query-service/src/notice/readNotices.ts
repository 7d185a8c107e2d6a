import { events } from '@hearth/contracts/event'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { MAX_NOTICES, NOTICE_DAYS, type NoticeType } from '@hearth/contracts/notice'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Scope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { scopeSql, tableRef } from '../runtime/sql.ts'

const MAX_MARKS = 500

const sinceSql = (now: Instant) => sql`cast(${addHours(now, -24 * NOTICE_DAYS)} as timestamptz)`

/**
 * The newest events of these types that another person or the system caused, with the listing, booking,
 * thread, request, incident, claim and payout that they concern. One statement; the account's index of instants finds
 * the events.
 */
export const readNoticeEvents = async (
  { db }: Sources,
  scope: Scope,
  actorId: string,
  types: readonly NoticeType[],
  now: Instant,
): Promise<readonly Record<string, unknown>[]> => {
  const where = [
    ...scopeSql(events, scope),
    sql`type = any(${[...types]}::text[])`,
    sql`actor_id <> ${actorId}`,
    sql`occurred_at > ${sinceSql(now)}`,
    sql`notice is not null`,
  ]
  const { rows } = await sql<Record<string, unknown>>`
    with latest as materialized (
      select * from ${tableRef('event_log')} where ${sql.join(where, sql` and `)}
      order by occurred_at desc, id desc limit ${sql.lit(MAX_NOTICES)}
    )
    select
      latest.id, latest.type, latest.occurred_at as at,
      coalesce(l.id, f.listing_id) as "listingId", l.title as "listingTitle",
      b.id as "bookingId", t.id as "threadId", 
      coalesce(b.guest_name, t.guest_name, r.guest_name, c.guest_name) as "guestName",
      coalesce(b.check_in, r.check_in, c.check_in) as "checkIn",
      coalesce(b.check_out, r.check_out, c.check_out) as "checkOut",
      r.id as "requestId", r.code as "requestCode",
      i.id as "incidentId", i.code as "incidentCode",
      c.id as "reimbursementId", c.code as "reimbursementCode", p.id as "payoutId", b.code as "bookingCode", p.code as "payoutCode",
      b.host_payout_minor as "bookingMinor", b.currency as "bookingCurrency",
      p.amount_minor as "payoutMinor", p.currency as "payoutCurrency",
      case when latest.type = 'LedgerEntryPosted' then (latest.notice ->> 'amountMinor')::bigint end as "entryMinor",
      case when latest.type = 'LedgerEntryPosted' then latest.notice ->> 'currency' end as "entryCurrency"
    from latest
      left join ${tableRef('ical_feed')} as f
        on f.tenant_id = latest.tenant_id and f.id = latest.notice ->> 'feedId'
      left join ${tableRef('booking')} as b
        on b.tenant_id = latest.tenant_id and b.id = latest.notice ->> 'bookingId'
      left join ${tableRef('thread')} as t
        on t.tenant_id = latest.tenant_id and t.id = latest.notice ->> 'threadId'
      left join ${tableRef('payout')} as p
        on p.tenant_id = latest.tenant_id and p.id = latest.notice ->> 'payoutId'
      left join ${tableRef('request')} as r
        on r.tenant_id = latest.tenant_id and r.id = latest.notice ->> 'requestId'
      left join ${tableRef('incident')} as i
        on i.tenant_id = latest.tenant_id and i.id = latest.notice ->> 'incidentId'
      left join ${tableRef('reimbursement')} as c
        on c.tenant_id = latest.tenant_id and c.id = latest.notice ->> 'reimbursementId'
      left join ${tableRef('listing')} as l
        on l.tenant_id = latest.tenant_id
          and l.id = coalesce(latest.listing_id, b.listing_id, f.listing_id)
    order by latest.occurred_at desc, latest.id desc`.execute(db)
  return rows
}

export type ReadMarks = Readonly<{ until: Instant; ids: ReadonlySet<string> }>

const zMark = z.object({ until: z.string().nullable(), ids: z.array(z.string()) })

/** What the person has marked as read: everything until an instant, and single notices. */
export const readMarks = async (
  { db }: Sources,
  tenantId: string,
  actorId: string,
  now: Instant,
): Promise<ReadMarks> => {
  const { rows } = await sql<Record<string, unknown>>`
    select notice ->> 'until' as until, notice -> 'noticeIds' as ids
    from ${tableRef('event_log')}
    where tenant_id = ${tenantId} and actor_id = ${actorId} and type = 'NoticesRead'
      and occurred_at > ${sinceSql(now)}
    order by occurred_at desc
    limit ${sql.lit(MAX_MARKS)}`.execute(db)
  const marks = rows.map((row) => zMark.parse(row))
  return {
    until: marks.reduce((latest, { until }) => (until !== null && until > latest ? until : latest), ''),
    ids: new Set(marks.flatMap(({ ids }) => ids)),
  }
}
