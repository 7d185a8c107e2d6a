import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Currency } from '@hearth/contracts/kernel/money'
import {
  EARLY_KINDS,
  ledgerEntries,
  STAY_DEDUCTIONS,
  STAY_KINDS,
  WITHHOLDING_KINDS,
  type BreakdownEntriesQuery,
  type BreakdownPart,
  type BreakdownStage,
} from '@hearth/contracts/ledger'
import { sql, type RawBuilder } from 'kysely'
import { createModel, type Scope } from '../runtime/model.ts'
import { tableRef, whereSql } from '../runtime/sql.ts'

type Sql = RawBuilder<unknown>
export const entryModel = createModel(ledgerEntries)
const textArray = (values: readonly string[]): Sql => sql`${[...values]}::text[]`

/**
 * A stay's earnings count on the day of its first night, which is a day before they can be paid out
 * (docs/domain/ledger.md#earnings).
 */
const earnedAt = sql`
  case
    when kind = any(${textArray(EARLY_KINDS)})
    then available_at - interval '24 hours'
    else available_at
  end`
/** The day on which an entry counts. The bank's day is the same in every zone. */
const daySql = (when: 'earned' | 'paid', timezone: string): Sql =>
  when === 'earned' ? sql`(${earnedAt} at time zone ${timezone})::date` : sql`settled_on`

/** Whether the day lies in the period; false for null. */
const within = (day: Sql, { from, to }: Pick<BreakdownEntriesQuery, 'from' | 'to'>): Sql => {
  const conditions = [
    sql`${day} is not null`,
    ...(from === undefined ? [] : [sql`${day} >= cast(${from} as date)`]),
    ...(to === undefined ? [] : [sql`${day} <= cast(${to} as date)`]),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

const partSql = sql`
  case
    when kind = any(${textArray(WITHHOLDING_KINDS)}) then 'withholding'
    when kind <> all(${textArray(STAY_KINDS)}) then 'adjustments'
    when component ->> 'code' = any(${textArray(STAY_DEDUCTIONS)}) then component ->> 'code'
    else 'gross'
  end`
const stageSql = (now: Instant): Sql =>
  sql`
    case state
      when 'settled' then 'paid'
      when 'assigned' then 'in_transit'
      else case when available_at > cast(${now} as timestamptz) then 'upcoming' else 'available'
      end
    end`
const groupSql = ({ by, when }: Pick<BreakdownEntriesQuery, 'by' | 'when'>, timezone: string): Sql =>
  by === 'month'
    ? sql`to_char(${daySql(when, timezone)}, 'YYYY-MM')`
    : by === 'listing'
      ? sql`coalesce(listing_id, 'none')`
      : sql`coalesce(booking_id, 'none')`

export type BreakdownScope = Readonly<{
  scope: Scope
  account: string | undefined
  currency: Currency
  timezone: string
  now: Instant
}>

const ofCurrency = ({ scope, account, currency }: BreakdownScope): Sql =>
  whereSql(
    entryModel,
    scope,
    [],
    [sql`currency = ${currency}`, ...(account === undefined ? [] : [sql`tenant_id = ${account}`])],
  )
/** The entries behind a breakdown, or behind one of its amounts. */
export const entriesWhere = (of: BreakdownScope, query: BreakdownEntriesQuery): Sql[] => [
  sql`currency = ${of.currency}`,
  ...(of.account === undefined ? [] : [sql`tenant_id = ${of.account}`]),
  within(daySql(query.when, of.timezone), query),
  ...(query.group === undefined ? [] : [sql`${groupSql(query, of.timezone)} = ${query.group}`]),
  ...(query.stage === undefined ? [] : [sql`${stageSql(of.now)} = ${query.stage}`]),
  ...(query.part === undefined
    ? []
    : [
        sql`exists (
          select 1
          from jsonb_array_elements(components) as component
          where ${partSql} = ${query.part}
        )`,
      ]),
]

/** One row for each group, part and stage. */
export const cellsSql = (of: BreakdownScope, query: BreakdownEntriesQuery) => sql<
  Readonly<{
    key: string
    part: BreakdownPart
    stage: BreakdownStage
    kind: string
    amount: string
    entries: number
    latest: number
  }>
>`
  select
    ${groupSql(query, of.timezone)} as key,
    ${partSql} as part,
    ${stageSql(of.now)} as stage,
    kind,
    sum((component ->> 'amountMinor')::bigint) as amount,
    count(*) filter (where n = 1)::int as entries,
    extract(epoch from max(${query.when === 'earned' ? earnedAt : sql`settled_at`}))::float8 as latest
  from
    ${tableRef(ledgerEntries.table)},
    lateral jsonb_array_elements(components) with ordinality as parts(component, n)
  where ${whereSql(entryModel, of.scope, [], entriesWhere(of, query))}
  group by 1, 2, 3, 4`

/** The same entries by their own amounts, and what was earned and paid in the period. */
export const sumsSql = (of: BreakdownScope, query: BreakdownEntriesQuery) => {
  const dayWithin = (when: 'earned' | 'paid') => within(daySql(when, of.timezone), query)
  const [earned, paid] = [dayWithin('earned'), dayWithin('paid')]
  const sumSql = (condition: Sql) => sql`coalesce(sum(amount_minor) filter (where ${condition}), 0)::bigint`
  return sql<Record<'ledger' | 'earned' | 'not_paid' | 'for_others' | 'paid', string>>`
    select
      ${sumSql(query.when === 'earned' ? earned : paid)} as ledger,
      ${sumSql(earned)} as earned,
      ${sumSql(sql`${earned} and not ${paid}`)} as not_paid,
      ${sumSql(sql`${paid} and not ${earned}`)} as for_others,
      ${sumSql(paid)} as paid
    from ${tableRef(ledgerEntries.table)}
    where ${ofCurrency(of)}`
}

/** The sum of all entries behind one amount; only of its part if the amount is a part's. */
export const openedSql = (of: BreakdownScope, query: BreakdownEntriesQuery) => sql<{
  amount: string
  entries: number
}>`
  select
    coalesce(sum((component ->> 'amountMinor')::bigint), 0)::bigint as amount,
    count(distinct id)::int as entries
  from ${tableRef(ledgerEntries.table)}, lateral jsonb_array_elements(components) as component
  where
    ${whereSql(entryModel, of.scope, [], entriesWhere(of, query))}
    ${query.part === undefined ? sql`` : sql`and ${partSql} = ${query.part}`}`
