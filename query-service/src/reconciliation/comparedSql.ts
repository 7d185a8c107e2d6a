import { bookings } from '@hearth/contracts/booking'
import { ledgerEntries, RECEIVED_KINDS } from '@hearth/contracts/ledger'
import { payouts } from '@hearth/contracts/payout'
import type { ComparisonCode } from '@hearth/contracts/reconciliation/overview'
import { qualified } from '@hearth/platform/read-model/tables'

const [booking, entry, payout, account] = [bookings.table, ledgerEntries.table, payouts.table, 'account'].map(
  qualified,
)
const KINDS = RECEIVED_KINDS.map((kind) => `'${kind}'`).join(', ')
const ENDED = `'in_stay', 'checked_out', 'completed', 'cancelled', 'no_show'`
/** A payment that verifies a bank account is Hearth’s own. */
const PAID_BY_BANK = `
  result = 'paid' and not exists (
    select
    from app.deposit_cost d
    where (d.attempt_key, d.amount_minor, d.currency)
      = (bank_movement.attempt_key, bank_movement.amount_minor, bank_movement.currency)
  )`

/**
 * Each record with both of its sides: `id`, `code`, `account`, `currency`, `left_minor`, `right_minor` and
 * whether it `differs`. `$1` and `$2` are the first and the last day, `$3` is the instant before which a
 * record was last changed, because one read model may be ahead of another. Minor units.
 */
const COMPARED: Readonly<Record<ComparisonCode, string>> = {
  bookings_ledger: `
    select
      b.id,
      b.code,
      b.host_account_id as account,
      b.currency,
      b.host_payout_minor as left_minor,
      e.posted as right_minor,
      b.host_payout_minor <> e.posted as differs
    from
      ${booking} b
      cross join lateral (
        select coalesce(sum(amount_minor), 0) as posted
        from ${entry}
        where booking_id = b.id and kind in (${KINDS})
      ) e
    where
      b.check_in between $1::date and $2::date
      and b.status in (${ENDED})
      and b._at < $3::timestamptz`,
  ledger_payouts: `
    select
      p.id,
      p.code,
      p.host_account_id as account,
      p.currency,
      e.parts as left_minor,
      p.amount_minor as right_minor,
      p.amount_minor <> e.parts as differs
    from
      ${payout} p
      cross join lateral (
        select coalesce(sum(amount_minor), 0) as parts
        from ${entry}
        where payout_id = p.id
      ) e
    where
      p.scheduled_for >= $1::date
      and p.scheduled_for < $2::date + 1
      and p.state <> 'cancelled'
      and p._at < $3::timestamptz`,
  payouts_bank: `
    with
      moved as (
        select left(attempt_key, 36) as id, provider_ref, amount_minor, currency, at, taken_in_at
        from app.bank_movement
        where ${PAID_BY_BANK}
      ),
      touched as (
        select id
        from ${payout}
        where state in ('paid', 'returned') and paid_on between $1::date and $2::date
          and _at < $3::timestamptz
        union
        select id
        from moved
        where at >= $1::date and at < $2::date + 1 and taken_in_at < $3::timestamptz
      )
    select
      t.id,
      p.code,
      p.host_account_id as account,
      coalesce(p.currency, min(m.currency)) as currency,
      case when p.state in ('paid', 'returned') then p.amount_minor else 0 end as left_minor,
      coalesce(sum(m.amount_minor) filter (where m.currency = coalesce(p.currency, m.currency)), 0) as right_minor,
      case
        when p.state in ('paid', 'returned') then count(distinct m.provider_ref) <> 1
        or sum(m.amount_minor) <> p.amount_minor
        else count(m.id) > 0
      end or count(m.id) filter (where m.currency <> p.currency) > 0 as differs
    from touched t left join ${payout} p on p.id = t.id left join moved m on m.id = t.id
    group by t.id, p.code, p.host_account_id, p.currency, p.state, p.amount_minor`,
}

/** For each currency: how many records, how many of them differ, and what both sides come to. */
export const sumsSql = (code: ComparisonCode): string => `
  select
    currency,
    count(*)::int as records,
    (count(*) filter (where differs))::int as differing,
    sum(left_minor)::float8 as "leftMinor",
    sum(right_minor)::float8 as "rightMinor"
  from (${COMPARED[code]}) c
  group by currency`

/** The differences in the currency `$4`, at most `$5`, the largest first. */
export const differencesSql = (code: ComparisonCode): string => `
  select
    c.id,
    c.code,
    c.account as "hostAccountId",
    a.display_name as "hostName",
    c.left_minor::float8 as "leftMinor",
    c.right_minor::float8 as "rightMinor"
  from (${COMPARED[code]}) c left join ${account} a on a.id = c.account
  where c.differs and c.currency = $4
  order by abs(c.right_minor - c.left_minor) desc, c.id
  limit $5`

const BOOKING_ROWS = `
  select
    id,
    status as what,
    check_in_instant as at,
    currency,
    host_payout_minor::float8 as "amountMinor",
    'booking-' || id as stream,
    host_account_id as account
  from ${booking}
  where id = $1
  limit $2`
const PAYOUT_ROWS = `
  select
    id,
    state as what,
    coalesce(paid_at, scheduled_for) as at,
    currency,
    amount_minor::float8 as "amountMinor",
    'payout-' || id as stream,
    host_account_id as account
  from ${payout}
  where id = $1
  limit $2`
const entryRows = (condition: string) => `
  select
    id,
    kind as what,
    posted_at as at,
    currency,
    amount_minor::float8 as "amountMinor",
    'hostLedger-' || host_account_id as stream,
    host_account_id as account
  from ${entry}
  where ${condition}
  order by posted_at, id
  limit $2`
const BANK_ROWS = `
  select
    provider_ref as id,
    provider_ref as what,
    at,
    currency,
    amount_minor::float8 as "amountMinor",
    null as stream,
    null as account
  from app.bank_movement
  where left(attempt_key, 36) = $1 and ${PAID_BY_BANK}
  order by at, provider_ref
  limit $2`

/** The records of both sides of `$1`; of the side that may have several, at most `$2`. */
export const ROWS: Readonly<Record<ComparisonCode, Readonly<{ left: string; right: string }>>> = {
  bookings_ledger: { left: BOOKING_ROWS, right: entryRows(`booking_id = $1 and kind in (${KINDS})`) },
  ledger_payouts: { left: entryRows('payout_id = $1'), right: PAYOUT_ROWS },
  payouts_bank: { left: PAYOUT_ROWS, right: BANK_ROWS },
}
