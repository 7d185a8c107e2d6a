import { bookings } from '@hearth/contracts/booking'
import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'
import { zCurrency, type Currency } from '@hearth/contracts/kernel/money'
import { listings } from '@hearth/contracts/listing'
import { checkPeriod, MAX_PERIOD_YEARS, type Period } from '@hearth/contracts/performance'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import { sql } from 'kysely'
import { createModel, createScope, type Scope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef, whereSql } from '../runtime/sql.ts'
import { seesFields } from '../runtime/visibleFields.ts'

const listingModel = createModel(listings)

export type ListingOfScope = Readonly<{
  id: string
  title: string
  place: string
  timezone: string
  currency: Currency
}>

/** Whose figures are read, and what of them the reader may see. */
export type PerformanceScope = Readonly<{
  scope: Scope
  account: string
  timezone: string
  now: Instant
  today: LocalDate
  /** Null before there is a listing. */
  currency: Currency | null
  currencies: readonly Currency[]
  /** Those of the currency, or the one that was asked for. */
  listings: readonly ListingOfScope[]
  /** Answers count over the whole account unless a listing is asked for, or the reader sees some only. */
  answersOf: readonly string[] | null
  sees: Readonly<{ money: boolean; payouts: boolean; ratings: boolean; answers: boolean }>
}>

type Asked = Readonly<{
  currency?: Currency | undefined
  listingId?: string | undefined
  hostAccountId?: string | undefined
}>

/** Refuses an empty, a backwards and a too long period (docs/domain/performance.md#period). */
export const requirePeriod = (period: Period): void => {
  const problem = checkPeriod(period)
  if (problem === 'backwards')
    throw new AppProblem('INVALID_DATE_RANGE', 'A period needs an end after its beginning.')
  if (problem === 'too_long')
    throw new AppProblem('LIMIT_EXCEEDED', `A period has at most ${MAX_PERIOD_YEARS} years.`)
}

/** What of figures a reader may see. */
const readSees = (principal: Principal): PerformanceScope['sees'] => ({
  money: seesFields(principal, bookings, 'money', 'outcome'),
  payouts: maySee(principal, 'ledger.read'),
  ratings: maySee(principal, 'review.read'),
  answers: maySee(principal, 'request.read'),
})

const readListings = async (
  { db }: Sources,
  scope: Scope,
  account: string,
): Promise<readonly ListingOfScope[]> => {
  const { rows } = await sql<ListingOfScope & Readonly<{ currency: string }>>`
    select id, title, place, timezone, currency
    from ${tableRef(listings.table)}
    where ${whereSql(listingModel, scope, [], [sql`tenant_id = ${account}`])}
    order by title, id`.execute(db)
  return rows.map((row) => ({ ...row, currency: zCurrency.parse(row.currency) }))
}

/**
 * Undefined for staff who name no account. NOT_FOUND for an account or a listing that the reader may not see.
 */
export const openScope = async (
  sources: Sources,
  principal: Principal,
  { currency: askedCurrency, listingId, hostAccountId }: Asked,
  { allCurrencies = false }: Readonly<{ allCurrencies?: boolean }> = {},
): Promise<PerformanceScope | undefined> => {
  const scope = createScope(principal)
  const account = scope.tenantId ?? hostAccountId
  if (hostAccountId !== undefined && hostAccountId !== account) throw new AppProblem('NOT_FOUND')
  if (account === undefined) {
    if (listingId === undefined) return undefined
    throw new AppProblem('NOT_FOUND')
  }
  sources.accessLog.note([{ id: account, tenantId: account }])
  const [{ rows }, all] = await Promise.all([
    sql<{ timezone: string; currency: string }>`
      select timezone, default_currency as currency from ${tableRef('account')} where id = ${account}`.execute(
      sources.db,
    ),
    readListings(sources, scope, account),
  ])
  const one = all.find(({ id }) => id === listingId)
  if (listingId !== undefined && one === undefined) throw new AppProblem('NOT_FOUND')
  const currencies = [...new Set(all.map((listing) => listing.currency))].toSorted()
  const own = currencies.find((code) => code === rows[0]?.currency)
  const currency = askedCurrency ?? one?.currency ?? own ?? currencies[0] ?? null
  const now = new Date(sources.now()).toISOString()
  const timezone = rows[0]?.timezone ?? 'UTC'
  return {
    scope,
    account,
    timezone,
    now,
    today: toLocalDate(now, timezone),
    currency,
    currencies,
    listings: one ? [one] : allCurrencies ? all : all.filter((listing) => listing.currency === currency),
    answersOf: one ? [one.id] : scope.listingIds,
    sees: readSees(principal),
  }
}
