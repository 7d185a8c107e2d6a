import { bookings } from '@hearth/contracts/booking'
import { zId } from '@hearth/contracts/kernel/ids'
import type { Today } from '@hearth/contracts/today'
import { maySee } from '@hearth/platform/session/principal'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import { sql } from 'kysely'
import { z } from 'zod'
import { readTimezone } from '../runtime/listSheet.ts'
import { createScope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { seesFields } from '../runtime/visibleFields.ts'
import { readArrivals, readDepartures } from './moves.ts'
import { readInHouse, readOccupancy } from './occupancy.ts'
import { readUnpaid } from './unpaid.ts'
import { readWaiting } from './waiting.ts'

const TABLES = [
  'account',
  'listing',
  'booking',
  'calendar',
  'event_log',
  'ledger_entry',
  'payout_account',
  'request',
  'review',
  'reimbursement',
]

/**
 * `GET /api/today`: arrivals, departures, the occupancy of the next 30 nights, and open decisions. Staff see
 * all accounts, or one by `?hostAccountId=`.
 */
export const todayRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/today',
    access: { capability: 'booking.read' },
    tenant: 'own',
    rate: 'read',
    query: z.strictObject({ hostAccountId: zId.optional() }),
    handler: async ({ principal, query, headers, signal }) => {
      const position = await waitForToken(sources.positions, TABLES, headers, signal)
      const scope = createScope(principal)
      const account = scope.tenantId ?? query.hostAccountId
      if (query.hostAccountId !== undefined && query.hostAccountId !== account)
        throw new AppProblem('NOT_FOUND')
      const tenant = account === undefined ? [] : [sql`tenant_id = ${account}`]
      const now = new Date(sources.now()).toISOString()
      const timezone = await readTimezone(sources.db, account ?? null)
      const date = toLocalDate(now, timezone)
      const arrivalTenant = account === undefined ? [] : [sql`r.tenant_id = ${account}`]
      const sees = {
        money: seesFields(principal, bookings, 'hostPayoutMinor', 'refunds'),
        details: seesFields(principal, bookings, 'code', 'guestName', 'guests'),
      }
      const seesUnpaid = maySee(principal, 'ledger.balance') && maySee(principal, 'payout-account.read')
      const [arrivals, departures, inHouse, occupancy, waiting, unpaid] = await Promise.all([
        readArrivals(sources, scope, arrivalTenant, now, sees.details),
        readDepartures(sources, scope, arrivalTenant, now, sees.details),
        readInHouse(sources, scope, tenant),
        readOccupancy(sources, scope, tenant, date),
        readWaiting(sources, scope, tenant, { now, today: date, principal }, sees),
        account === undefined || !seesUnpaid ? [] : readUnpaid(sources, scope, account, now, date),
      ])
      sources.accessLog.note([
        ...(account === undefined ? [] : [{ id: account, tenantId: account }]),
        ...arrivals.rows,
        ...departures.rows,
      ])
      const body: Today = {
        date,
        timezone,
        arrivals: { count: arrivals.count, items: [...arrivals.items] },
        departures: { count: departures.count, late: departures.late, items: [...departures.items] },
        inHouse,
        occupancy,
        // Money that cannot be paid comes first, whatever has a deadline.
        waiting: [...unpaid, ...waiting],
      }
      return { status: 200, headers: position, body }
    },
  })
