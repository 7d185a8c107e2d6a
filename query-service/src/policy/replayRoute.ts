import { bookings, zBookingRow } from '@hearth/contracts/booking'
import { groupBy } from '@hearth/contracts/kernel/groupBy'
import { zCurrency, type Currency } from '@hearth/contracts/kernel/money'
import { checkSum } from '@hearth/contracts/ledger'
import {
  addSides,
  isSame,
  MAX_REPLAYED,
  MAX_REPLAYED_STAYS,
  nightsBack,
  policies,
  POLICY_BODIES,
  replayCancellation,
  splitOutcome,
  zReplayQuery,
  type CancellationVersion,
  type PolicyReplay,
  type ReplayedStay,
  type ReplayQuery,
  type ReplaySides,
} from '@hearth/contracts/policy'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { sql } from 'kysely'
import { z } from 'zod'
import { requireInOrder } from '../runtime/requireDays.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'

const TABLES = [bookings.table, policies.table, 'account', 'listing']

type Version = CancellationVersion & Readonly<{ state: 'proposed' | 'published'; effectiveFrom: string }>

const zVersion = z.object({
  version: z.coerce.number(),
  state: z.enum(['proposed', 'published']),
  effectiveFrom: z.coerce.date(),
  body: POLICY_BODIES.cancellation,
})

const readVersions = async ({ db }: Sources): Promise<readonly Version[]> => {
  const { rows } = await sql<Record<string, unknown>>`
    select version, state, effective_from as "effectiveFrom", body
    from ${tableRef(policies.table)}
    where name = 'cancellation'
    order by version`.execute(db)
  return rows.map((row) => {
    const { effectiveFrom, ...version } = zVersion.parse(row)
    return { ...version, effectiveFrom: effectiveFrom.toISOString() }
  })
}

const requireVersion = (versions: readonly Version[], version: number): Version => {
  const found = versions.find((one) => one.version === version)
  if (found === undefined)
    throw new AppProblem('NOT_FOUND', `The cancellation policy has no version ${version}.`)
  return found
}

const { outcome, money, snapshot, fee } = zBookingRow.shape
const zCanceled = zBookingRow
  .pick({ id: true, hostAccountId: true, code: true, guestName: true, source: true })
  .extend({
    checkIn: z.string(),
    checkOut: z.string(),
    currency: zCurrency,
    listingTitle: z.string().nullable(),
    hostName: z.string().nullable(),
    confirmedAt: z.coerce.date(),
    money,
    snapshot,
    fee,
    outcome: outcome.unwrap(),
  })
type Canceled = z.infer<typeof zCanceled>

const within = ({ from, to, hostAccountId }: ReplayQuery) => sql`
  b.status = 'cancelled'
  and b.cancelled_at >= cast(${from} as date)
  and b.cancelled_at < cast(${to} as date) + 1
  and ${hostAccountId === undefined ? sql`true` : sql`b.tenant_id = ${hostAccountId}`}`

const readCurrencies = async ({ db }: Sources, query: ReplayQuery): Promise<readonly Currency[]> => {
  const { rows } = await sql<{ currency: string }>`
    select currency
    from ${tableRef(bookings.table)} as b
    where ${within(query)}
    group by currency
    order by count(*) desc, currency`.execute(db)
  return rows.map(({ currency }) => zCurrency.parse(currency))
}

const readCanceled = async (
  { db }: Sources,
  query: ReplayQuery,
  currency: Currency,
): Promise<readonly Canceled[]> => {
  const { rows } = await sql<Record<string, unknown>>`
    select
      b.id,
      b.host_account_id as "hostAccountId",
      b.code,
      b.guest_name as "guestName",
      b.source,
      b.check_in::text as "checkIn",
      b.check_out::text as "checkOut",
      b.currency,
      b.confirmed_at as "confirmedAt",
      b.money,
      b.snapshot,
      b.fee,
      b.outcome,
      l.title as "listingTitle",
      a.display_name as "hostName"
    from
      ${tableRef(bookings.table)} as b
      left join ${tableRef('listing')} as l on l.id = b.listing_id
      left join ${tableRef('account')} as a on a.id = b.host_account_id
    where ${within(query)} and b.currency = ${currency}
    order by b.cancelled_at
    limit ${sql.lit(MAX_REPLAYED + 1)}`.execute(db)
  if (rows.length > MAX_REPLAYED)
    throw new AppProblem(
      'LIMIT_EXCEEDED',
      `At most ${MAX_REPLAYED} cancellations are replayed; choose fewer days.`,
    )
  return rows.map((row) => zCanceled.parse(row))
}

const replayStay = (row: Canceled, version: Version, against: Version | undefined): ReplayedStay => {
  const stay = {
    money: row.money,
    snapshot: { ...row.snapshot, fee: row.fee },
    confirmedAt: row.confirmedAt.toISOString(),
    outcome: row.outcome,
  }
  const was = against ? replayCancellation(stay, against) : row.outcome
  const would = replayCancellation(stay, version)
  const ruleOf = (ended: typeof was) => ({
    tier: ended.tier,
    nightsBps: ended.nightsBps,
    keptNights: ended.keptNights,
    nightsBackMinor: nightsBack(ended),
  })
  return {
    bookingId: row.id,
    code: row.code,
    guestName: row.guestName,
    listingTitle: row.listingTitle,
    source: row.source,
    checkIn: row.checkIn,
    checkOut: row.checkOut,
    policyCode: row.snapshot.cancellation.code,
    initiator: row.outcome.initiator,
    canceledAt: row.outcome.cancelAt,
    hoursBefore: row.outcome.hoursBefore,
    nightsMinor: row.money.hostSubtotalMinor - row.money.cleaningMinor - row.money.petMinor,
    was: splitOutcome(row.money, was),
    would: splitOutcome(row.money, would),
    wasRule: ruleOf(was),
    wouldRule: ruleOf(would),
  }
}

const NOTHING: ReplaySides = { guestMinor: 0, hearthMinor: 0, hostMinor: 0 }
const differs = ({ was, would }: ReplayedStay) => !isSame(was, would)
const hostChange = ({ was, would }: Readonly<{ was: ReplaySides; would: ReplaySides }>) =>
  would.hostMinor - was.hostMinor

const countStays = (stays: readonly ReplayedStay[]): PolicyReplay['total'] => ({
  cancellations: stays.length,
  differing: stays.filter(differs).length,
  was: stays.map(({ was }) => was).reduce(addSides, NOTHING),
  would: stays.map(({ would }) => would).reduce(addSides, NOTHING),
})

type Replayed = Readonly<{ row: Canceled; stay: ReplayedStay }>
const bySize = (
  one: Readonly<{ was: ReplaySides; would: ReplaySides }>,
  other: Readonly<{ was: ReplaySides; would: ReplaySides }>,
) => Math.abs(hostChange(other)) - Math.abs(hostChange(one))

const groupHosts = (replayed: readonly Replayed[]): PolicyReplay['hosts'] =>
  [...groupBy(replayed, ({ row }) => row.hostAccountId)]
    .map(([hostAccountId, its]) => {
      const stays = its.map(({ stay }) => stay)
      return {
        hostAccountId,
        name: its[0]?.row.hostName ?? hostAccountId,
        ...countStays(stays),
        stays: stays.filter(differs).toSorted(bySize).slice(0, MAX_REPLAYED_STAYS),
      }
    })
    .toSorted(bySize)

/** The version in force at the instant. */
const findInForce = (versions: readonly Version[], now: string): Version | undefined =>
  versions.filter(({ state, effectiveFrom }) => state === 'published' && effectiveFrom <= now).at(-1)

const listChanges = (version: Version, inForce: Version | undefined): PolicyReplay['changes'] =>
  Object.entries(version.body).flatMap(([code, after]) => {
    const before = inForce?.body[code as keyof Version['body']] ?? null
    return after === undefined || JSON.stringify(before) === JSON.stringify(after)
      ? []
      : [{ code, before, after }]
  })

const readReplay = async (sources: Sources, query: ReplayQuery): Promise<PolicyReplay> => {
  requireInOrder(query)
  const versions = await readVersions(sources)
  const version = requireVersion(versions, query.version)
  const against = query.against === undefined ? undefined : requireVersion(versions, query.against)
  const currencies = await readCurrencies(sources, query)
  const currency = query.currency ?? currencies[0] ?? null
  const rows = currency === null ? [] : await readCanceled(sources, query, currency)
  sources.accessLog.note(
    [...new Set(rows.map(({ hostAccountId }) => hostAccountId))].map((id) => ({ id, tenantId: id })),
  )
  const replayed = rows.map((row) => ({ row, stay: replayStay(row, version, against) }))
  const total = countStays(replayed.map(({ stay }) => stay))
  const gains = (['guestMinor', 'hearthMinor', 'hostMinor'] as const).map(
    (side) => total.would[side] - total.was[side],
  )
  return {
    version: version.version,
    state: version.state,
    against: against?.version ?? null,
    currency,
    currencies: [...currencies],
    from: query.from,
    to: query.to,
    total,
    hosts: groupHosts(replayed),
    changes: listChanges(version, findInForce(versions, new Date(sources.now()).toISOString())),
    check: currency === null ? { text: '', holds: true } : checkSum(gains, 0, currency),
  }
}

/**
 * `GET /api/policy-replay`: what another version of the cancellation policy would have made of cancellations.
 * Staff only; nothing is written (docs/domain/policy.md#replay).
 */
export const replayRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/policy-replay',
    access: { capability: 'policy.review' },
    tenant: 'any',
    rate: 'export',
    query: zReplayQuery,
    handler: async ({ query, headers, signal }) => {
      const position = await waitForToken(sources.positions, TABLES, headers, signal)
      return { status: 200, headers: position, body: await readReplay(sources, query) }
    },
  })
