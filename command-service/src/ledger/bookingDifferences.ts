import { bookings } from '@hearth/contracts/booking'
import { ledgerEntries, RECEIVED_KINDS } from '@hearth/contracts/ledger'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { readRows } from '../workers/dueWork.ts'
import type { FoundBreach } from './payoutBreaches.ts'

const PAGE = 5_000
/** Changes of a booking have reached the ledger after this time. Minutes. */
const SETTLED_AFTER_MINUTES = 60

const KINDS = RECEIVED_KINDS.map((kind) => `'${kind}'`).join(', ')

type Compared = Readonly<{ id: string; account: string; expected: number; posted: number }>

const COMPARED = `
  select
    b.id,
    b.host_account_id as account,
    b.expected,
    coalesce(sum(e.amount_minor), 0)::bigint as posted
  from
    (
      select
        id,
        host_account_id,
        case
          when status in ('in_stay', 'checked_out', 'completed', 'cancelled', 'no_show')
          and _at < clock_timestamp() - make_interval(mins => ${SETTLED_AFTER_MINUTES}) then host_payout_minor
        end as expected
      from ${qualified(bookings.table)}
      where id > $1
      order by id
      limit ${PAGE}
    ) b
    left join ${qualified(ledgerEntries.table)} e on e.booking_id = b.id and e.kind in (${KINDS})
  group by b.id, b.host_account_id, b.expected
  order by b.id`

/**
 * Bookings whose earnings differ from the ledger; all bookings, page by page
 * (docs/domain/ledger.md#invariants).
 */
export const findBookingDifferences = async (pool: pg.Pool): Promise<readonly FoundBreach[]> => {
  const found: FoundBreach[] = []
  for (let after = '', size = PAGE; size === PAGE;) {
    const rows = await readRows<Omit<Compared, 'expected'> & { expected: number | null }>(pool, COMPARED, [
      after,
    ])
    size = rows.length
    after = rows.at(-1)?.id ?? after
    for (const { id, account, expected, posted } of rows) {
      if (expected !== null && expected !== posted)
        found.push({
          hostAccountId: account,
          invariant: 'I7',
          about: id,
          detail: `The booking earns ${expected}, the ledger has ${posted} of it`,
        })
    }
  }
  return found
}
