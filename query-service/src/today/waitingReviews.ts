import type { Instant } from '@hearth/contracts/kernel/dates'
import { reviews, zReviewRow } from '@hearth/contracts/review'
import type { Waiting } from '@hearth/contracts/today'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { sql, type RawBuilder } from 'kysely'
import { createModel, type ApiRow, type Scope } from '../runtime/model.ts'
import { readWhere } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'

const model = createModel(reviews)
const MAX_ITEMS = 100
const zRow = zReviewRow.strip()
type Item = Omit<Waiting, 'listingTitle' | 'listingId'> & Readonly<{ listingId: string }>

const toItem = (row: ApiRow): Item => {
  const { id, listingId, guestName, guestReviewedAt, closesAt, checkIn, checkOut } = zRow.parse(row)
  return {
    kind: 'review',
    id,
    dueAt: closesAt,
    title: `Review ${guestName}`,
    text:
      guestReviewedAt === null ? 'You can review the guest.' : 'The guest has written. Yours reveals both.',
    bookingId: id,
    listingId,
    guestName,
    start: checkIn,
    end: checkOut,
    amountMinor: null,
    currency: null,
    route: `/reviews/${id}`,
  }
}

/** Guests whom the host can still review, for those who may write it. */
export const readWaitingReviews = async (
  sources: Sources,
  scope: Scope,
  tenant: readonly RawBuilder<unknown>[],
  principal: Principal,
  now: Instant,
): Promise<Readonly<{ rows: readonly ApiRow[]; items: readonly Item[] }>> => {
  if (!maySee(principal, 'review.write')) return { rows: [], items: [] }
  const open = [sql`todo = 'write'`, sql`closes_at > cast(${now} as timestamptz)`]
  const rows = await readWhere(sources.db, model, scope, [...tenant, ...open], MAX_ITEMS)
  return { rows, items: rows.map(toItem) }
}
