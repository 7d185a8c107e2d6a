import { nightsBetween } from '@hearth/contracts/kernel/dates'
import { requests, zListedRequestRow, type RefundReason, type RequestKind } from '@hearth/contracts/request'
import type { Waiting } from '@hearth/contracts/today'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { sql, type RawBuilder } from 'kysely'
import { countWords, rangeWords } from '../event/words.ts'
import { createModel, type ApiRow, type Scope } from '../runtime/model.ts'
import { readWhere } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'

const model = createModel(requests)
const MAX_ITEMS = 100
const zRow = zListedRequestRow.strip()
type Row = ReturnType<typeof zRow.parse>
type Item = Omit<Waiting, 'listingTitle' | 'listingId'> & Readonly<{ listingId: string }>

const describeStay = ({ checkIn, checkOut }: Pick<Row, 'checkIn' | 'checkOut'>) =>
  checkIn === null || checkOut === null
    ? ''
    : `${rangeWords(checkIn, checkOut)}, ${countWords(nightsBetween(checkIn, checkOut), 'night')}, `

/** The stay that the guest wants, with what it is instead of. */
const describeChange = ({
  checkIn,
  checkOut,
  guests,
  before,
}: Pick<Row, 'checkIn' | 'checkOut' | 'guests' | 'before'>) => {
  if (checkIn === null || checkOut === null || before === null) return ''
  if (checkIn === before.checkIn && checkOut === before.checkOut)
    return `${countWords(guests ?? 0, 'guest')} instead of ${before.guests}.`
  const nights = nightsBetween(checkIn, checkOut)
  const booked = nightsBetween(before.checkIn, before.checkOut)
  const instead = nights === booked ? rangeWords(before.checkIn, before.checkOut) : String(booked)
  return `${rangeWords(checkIn, checkOut)}, ${countWords(nights, 'night')} instead of ${instead}.`
}

const REFUND_WORDS: Readonly<Record<RefundReason, string>> = {
  not_as_described: 'The stay wasn’t as described.',
  broken: 'Something was broken or missing.',
  plans_changed: 'The guest’s plans changed.',
  emergency: 'The guest had an emergency.',
  other: 'Asks for money back.',
}

/** What a request of each kind is to Today; undefined for kinds whose own page is enough. */
const DECISIONS: Readonly<
  Record<RequestKind, ((row: Row) => Pick<Item, 'kind' | 'title' | 'text'>) | undefined>
> = {
  booking_request: ({ guestName, guests, checkIn, checkOut }) => ({
    kind: 'booking_request',
    title: `${guestName ?? 'A guest'} asks to book`,
    text: `${describeStay({ checkIn, checkOut })}${countWords(guests ?? 0, 'guest')}.`,
  }),
  alteration: ({ guestName, guests, checkIn, checkOut, before }) => ({
    kind: 'alteration',
    title: `${guestName ?? 'A guest'} asks to change a booking`,
    text: describeChange({ checkIn, checkOut, guests, before }),
  }),
  refund_waiver: ({ guestName, refundReason }) => ({
    kind: 'refund_waiver',
    title: `${guestName ?? 'A guest'} asks for a refund`,
    text: refundReason === null ? 'Asks for money back.' : REFUND_WORDS[refundReason],
  }),
  expense_approval: ({ subject }) => ({
    kind: 'expense_approval',
    title: 'Expense to approve',
    text: subject ?? 'Hearth asks before it spends your money.',
  }),
  service: undefined,
}

/** The decision that a request is to the host; none where its own page is enough. */
export const toWaitingItems = (row: Row): readonly Item[] => {
  const decision = DECISIONS[row.kind]?.(row)
  if (decision === undefined) return []
  const { id, dueAt, bookingId, listingId, guestName, openedAt, checkIn, checkOut, currency } = row
  const opened = openedAt.slice(0, 10)
  return [
    {
      ...decision,
      id,
      dueAt,
      bookingId,
      listingId,
      guestName,
      start: checkIn ?? opened,
      end: checkOut ?? opened,
      amountMinor:
        (decision.kind === 'expense_approval' || decision.kind === 'refund_waiver') &&
        row.amountMinor !== null
          ? -row.amountMinor
          : row.amountMinor,
      currency,
      route: `/requests/${id}`,
    },
  ]
}

/** Requests that the host decides, for those who see requests. Guests and texts are left out where hidden. */
export const readWaitingRequests = async (
  sources: Sources,
  scope: Scope,
  tenant: readonly RawBuilder<unknown>[],
  principal: Principal,
): Promise<Readonly<{ rows: readonly ApiRow[]; items: readonly Item[] }>> => {
  if (!maySee(principal, 'request.read')) return { rows: [], items: [] }
  const rows = await readWhere(sources.db, model, scope, [...tenant, sql`awaiting = 'host'`], MAX_ITEMS)
  const hidden = {
    ...(!maySee(principal, 'thread.read') && { subject: null }),
    ...(!maySee(principal, 'booking.details') && { guestName: null }),
  }
  return {
    rows,
    items: rows.flatMap((row) => toWaitingItems(zRow.parse({ ...row, ...hidden }))),
  }
}
