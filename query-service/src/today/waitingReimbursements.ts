import { reimbursements, zListedReimbursementRow } from '@hearth/contracts/reimbursement'
import type { Waiting } from '@hearth/contracts/today'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { sql, type RawBuilder } from 'kysely'
import { countWords } from '../event/words.ts'
import { createModel, type ApiRow, type Scope } from '../runtime/model.ts'
import { readWhere } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'

const model = createModel(reimbursements)
const MAX_ITEMS = 100
const zRow = zListedReimbursementRow.strip()
type Row = ReturnType<typeof zRow.parse>
type Item = Omit<Waiting, 'listingTitle' | 'listingId'> & Readonly<{ listingId: string }>

/** A claim that the host has not sent, or about which Hearth has questions. */
export const toWaitingClaim = (row: Row): Item => {
  const { id, status, dueAt, bookingId, listingId, guestName, titles, claimedMinor, currency, openedAt } = row
  const isDraft = status === 'draft'
  const opened = openedAt.slice(0, 10)
  return {
    kind: isDraft ? 'reimbursement_draft' : 'reimbursement_info',
    id,
    dueAt,
    title: isDraft ? 'Claim to send' : 'Questions about a claim',
    text: isDraft
      ? `Not sent yet, with ${countWords(titles.length, 'item')}.`
      : 'Hearth needs your answers to decide the claim.',
    bookingId,
    listingId,
    guestName,
    start: row.checkIn ?? opened,
    end: row.checkOut ?? opened,
    amountMinor: claimedMinor,
    currency,
    route: `/reimbursements/${id}`,
  }
}

/** Claims for reimbursement that wait for the host, for those who see them. Guests are left out where hidden. */
export const readWaitingReimbursements = async (
  sources: Sources,
  scope: Scope,
  tenant: readonly RawBuilder<unknown>[],
  principal: Principal,
): Promise<Readonly<{ rows: readonly ApiRow[]; items: readonly Item[] }>> => {
  if (!maySee(principal, 'reimbursement.read')) return { rows: [], items: [] }
  const waiting = sql`status = any(array['draft', 'info_requested'])`
  const rows = await readWhere(sources.db, model, scope, [...tenant, waiting], MAX_ITEMS)
  const hidden = maySee(principal, 'booking.details') ? {} : { guestName: null }
  return { rows, items: rows.map((row) => toWaitingClaim(zRow.parse({ ...row, ...hidden }))) }
}
