import { bookings } from '@hearth/contracts/booking'
import { groupBy } from '@hearth/contracts/kernel/groupBy'
import { sum } from '@hearth/contracts/kernel/money'
import { checkSum } from '@hearth/contracts/ledger'
import {
  BRIDGE_CODES,
  type BridgePart,
  type BridgeQuery,
  bridgeToCheckIn,
  bridgeToPayout,
  countByCheckIn,
  countByNight,
  listMonths,
  type RevenueBridge,
  type StayEnd,
  sumParts,
  zBridgeQuery,
} from '@hearth/contracts/performance'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { sql } from 'kysely'
import { readStays } from '../ledger/entrySubjects.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'
import { openScope, requirePeriod, type PerformanceScope } from './openScope.ts'
import { PERFORMANCE_TABLES, readMonths } from './readMonths.ts'
import { readPaid } from './readPaid.ts'

/** Stays that are listed for each line, the largest first. */
const MAX_LISTED = 50

const readEnds = async (
  { db }: Sources,
  { account }: PerformanceScope,
  ids: readonly string[],
): Promise<(bookingId: string) => StayEnd> => {
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status
    from ${tableRef(bookings.table)}
    where
      tenant_id = ${account}
      and id = any(${[...ids]}::text[])
      and status in ('cancelled', 'no_show')`.execute(db)
  const ends = new Map(rows.map(({ id, status }) => [id, status]))
  return (bookingId) => {
    const status = ends.get(bookingId)
    return status === 'cancelled' ? 'canceled' : status === 'no_show' ? 'no_show' : 'standing'
  }
}

/** Revenue by night of the stays, and what leads over to the other attribution. */
const readParts = async (
  sources: Sources,
  of: PerformanceScope,
  { from, to, lead }: BridgeQuery,
): Promise<Readonly<{ startMinor: number; endMinor: number; parts: readonly BridgePart[] }>> => {
  const { currency } = of
  if (currency === null) return { startMinor: 0, endMinor: 0, parts: [] }
  const period = { from, to }
  const months = await readMonths(sources, of, listMonths(period), { withStays: true })
  const byListing = [...groupBy(months, ({ listing }) => listing.id).values()]
  const byNight = byListing.flatMap((its) => countByNight(its, period, currency))
  const startMinor = sum(byNight.map(({ amountMinor }) => amountMinor))
  if (lead === 'check_in') {
    const byCheckIn = byListing.flatMap((its) => countByCheckIn(its, period, currency))
    return {
      startMinor,
      endMinor: sum(byCheckIn.map(({ amountMinor }) => amountMinor)),
      parts: bridgeToCheckIn(byNight, byCheckIn, period),
    }
  }
  const paid = new Map(
    (await readPaid(sources, of, period)).map(({ bookingId, amountMinor }) => [bookingId, amountMinor]),
  )
  const ids = [...new Set([...byNight.map(({ bookingId }) => bookingId), ...paid.keys()])]
  return {
    startMinor,
    endMinor: sum([...paid.values()]),
    parts: bridgeToPayout(byNight, paid, await readEnds(sources, of, ids)),
  }
}

const readLines = async (
  sources: Sources,
  principal: Principal,
  parts: readonly BridgePart[],
): Promise<RevenueBridge['lines']> => {
  const byCode = groupBy(parts, ({ code }) => code)
  const sizeOf = ({ amountMinor }: BridgePart) => Math.abs(amountMinor)
  const lines = BRIDGE_CODES.flatMap((code) => {
    const its = byCode.get(code)
    return its ? [{ code, its: its.toSorted((one, other) => sizeOf(other) - sizeOf(one)) }] : []
  })
  const listed = lines.flatMap(({ its }) => its.slice(0, MAX_LISTED).map(({ bookingId }) => bookingId))
  const stays = await readStays(sources, principal, [...new Set(listed)])
  return lines.map(({ code, its }) => {
    const amountMinor = sumParts(its)
    const opened = its.slice(0, MAX_LISTED).flatMap((part) => {
      const stay = stays.get(part.bookingId)
      if (stay === undefined) return []
      const { timezone: _timezone, ...known } = stay
      return [{ bookingId: part.bookingId, amountMinor: part.amountMinor, ...known }]
    })
    return {
      code,
      amountMinor,
      stays: its.length,
      opened,
      restMinor: amountMinor - sum(opened.map((stay) => stay.amountMinor)),
    }
  })
}

const readBridge = async (
  sources: Sources,
  principal: Principal,
  query: BridgeQuery,
): Promise<RevenueBridge> => {
  const { from, to, lead } = query
  requirePeriod(query)
  const scope = await openScope(sources, principal, query)
  const head = { currency: scope?.currency ?? null, period: { from, to }, lead }
  if (scope === undefined || scope.currency === null)
    return { ...head, startMinor: 0, lines: [], endMinor: 0, check: { text: '', holds: true } }
  if (!scope.sees.money) throw new AppProblem('FORBIDDEN')
  const { startMinor, endMinor, parts } = await readParts(sources, scope, query)
  const lines = await readLines(sources, principal, parts)
  const steps = [startMinor, ...lines.map(({ amountMinor }) => amountMinor)]
  return {
    ...head,
    startMinor,
    lines,
    endMinor,
    check: checkSum(steps, endMinor, scope.currency),
  }
}

/** `GET /api/performance/bridge` (docs/domain/performance.md#bridge). */
export const bridgeRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/performance/bridge',
    access: { capability: 'ledger.read' },
    tenant: 'own',
    rate: 'read',
    query: zBridgeQuery,
    handler: async ({ principal, query, headers, signal }) => {
      const tables = [...PERFORMANCE_TABLES, bookings.table, 'ledger_entry']
      const position = await waitForToken(sources.positions, tables, headers, signal)
      return { status: 200, headers: position, body: await readBridge(sources, principal, query) }
    },
  })
