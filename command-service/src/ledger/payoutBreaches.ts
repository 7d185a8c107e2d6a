import {
  entryElsewhere,
  ledgerEntries,
  notAskedAfter,
  tooEarly,
  wrongPayment,
  wrongSum,
  type Breach,
} from '@hearth/contracts/ledger'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { payouts } from '@hearth/contracts/payout'
import { payoutAccounts } from '@hearth/contracts/payout-account'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { readRows } from '../workers/dueWork.ts'

/** More than a person looks at; the next round finds what is left. */
export const MAX_CONCURRENT = 200
/** Older changes were compared with the bank at night. */
const RECENT = `clock_timestamp() - interval '25 hours'`
/** The bank's payment is known by then: a payout is first queried after 15 minutes, then every 15. */
const HEARD_BY = `clock_timestamp() - interval '45 minutes'`
const [entry, payout, payoutAccount] = [ledgerEntries, payouts, payoutAccounts].map(({ table }) =>
  qualified(table),
)

const TWICE = `
  select p.host_account_id as account, p.id, e.id as entry, e.payout_id as other
  from
    ${payout} p
    cross join lateral jsonb_array_elements_text(p.entry_ids) listed
    join ${entry} e on e.id = listed
  where p.state <> 'cancelled' and e.payout_id <> p.id and p._at > ${RECENT}
  limit ${MAX_CONCURRENT}`
const SUMS = `
  select
    p.host_account_id as account,
    p.id,
    p.amount_minor as amount,
    coalesce(sum(e.amount_minor), 0)::bigint as parts
  from ${payout} p left join ${entry} e on e.payout_id = p.id
  where p.state <> 'cancelled'
  group by p.host_account_id, p.id, p.amount_minor
  having p.amount_minor <> coalesce(sum(e.amount_minor), 0)
  limit ${MAX_CONCURRENT}`
const COOLING = `
  select
    p.host_account_id as account,
    p.id,
    p.submitted_at as at,
    m.value ->> 'usableFrom' as "usableFrom"
  from
    ${payout} p
    join ${payoutAccount} a on a.id = p.host_account_id
    cross join lateral jsonb_each(a.methods) m
  where m.key = p.method_id and p.submitted_at < (m.value ->> 'usableFrom')::timestamptz
  limit ${MAX_CONCURRENT}`
// One pass over both sides: row by row the planner reads all movements for each payout. A payout that is held
// for a difference is stopped already.
const AT_BANK = `
  with
    moved as (
      select left(attempt_key, 36) as id, provider_ref, amount_minor, currency, taken_in_at
      from app.bank_movement
      where result = 'paid' and not exists (
        select
        from app.deposit_cost d
        where (d.attempt_key, d.amount_minor, d.currency)
          = (bank_movement.attempt_key, bank_movement.amount_minor, bank_movement.currency)
      )
    ),
    touched as (
      select id
      from ${payout}
      where state in ('paid', 'returned') and _at > ${RECENT}
      union
      select id
      from moved
      where taken_in_at > ${RECENT}
    ),
    compared as (
      select
        t.id,
        p.host_account_id,
        p.state,
        p.held_reason,
        p.amount_minor,
        count(distinct b.provider_ref)::int as refs,
        coalesce(sum(b.amount_minor), 0)::bigint as minor,
        count(b.id) filter (where b.currency is distinct from p.currency)::int as other,
        min(b.taken_in_at) as since
      from touched t left join ${payout} p on p.id = t.id left join moved b on b.id = t.id
      group by t.id, p.host_account_id, p.state, p.held_reason, p.amount_minor
    )
  select
    host_account_id as account,
    id,
    case when state in ('paid', 'returned') then amount_minor else 0
    end as paid,
    refs,
    minor,
    other
  from compared
  where
    case
      when state in ('paid', 'returned') then refs <> 1
      or minor <> amount_minor
      or other > 0
      when state = 'cancelled' then refs > 0
      when held_reason = 'difference' then false
      else refs > 0
      and since < ${HEARD_BY}
    end
  limit ${MAX_CONCURRENT}`
const UNASKED = `
  select p.host_account_id as account, p.id, greatest(coalesce(p.submitted_at, p.due_at), l.at) as since
  from ${payout} p left join app.payout_look_up l on l.payout_id = p.id
  where
    p.state in ('submitting', 'submitted')
    and greatest(coalesce(p.submitted_at, p.due_at), l.at) < $1::timestamptz - interval '15 minutes'
  limit ${MAX_CONCURRENT}`

/**
 * A breach and the account whose payouts it stops; null for a payment of the bank to an unknown recipient.
 */
export type FoundBreach = Breach & Readonly<{ hostAccountId: string | null }>
type Of<Row> = Readonly<{ account: string; id: string } & Row>

/**
 * Breaches of I3, I4, I6 and I8 in the read models, and of I5 by the bank's statement
 * (docs/domain/ledger.md#invariants). `withBank`: the statement is read up to now.
 */
export const findPayoutBreaches = async (
  pool: pg.Pool,
  now: Instant,
  withBank: boolean,
): Promise<readonly FoundBreach[]> => {
  const [twice, sums, cooling, atBank, unasked] = await Promise.all([
    readRows<Of<{ entry: string; other: string }>>(pool, TWICE, []),
    readRows<Of<{ amount: number; parts: number }>>(pool, SUMS, []),
    readRows<Of<{ at: string; usableFrom: string }>>(pool, COOLING, []),
    withBank
      ? readRows<Of<{ paid: number; refs: number; minor: number; other: number }>>(pool, AT_BANK, [])
      : [],
    readRows<Of<{ since: string }>>(pool, UNASKED, [now]),
  ])
  const found = [
    ...twice.map(
      ({ account, id, entry: entryId, other }) => [account, entryElsewhere(id, entryId, other)] as const,
    ),
    ...sums.map(({ account, id, amount, parts }) => [account, wrongSum(id, amount, [parts])] as const),
    ...cooling.map(({ account, id, at, usableFrom }) => [account, tooEarly(id, usableFrom, at)] as const),
    ...atBank.map(
      ({ account, id, paid, refs, minor, other }) =>
        [
          account,
          wrongPayment(id, paid, { transactions: refs, amountMinor: minor, otherCurrencies: other }),
        ] as const,
    ),
    ...unasked.map(({ account, id, since }) => [account, notAskedAfter(id, since, now)] as const),
  ]
  return found.flatMap(([hostAccountId, breach]): FoundBreach[] =>
    breach === undefined ? [] : [{ ...breach, hostAccountId }],
  )
}
