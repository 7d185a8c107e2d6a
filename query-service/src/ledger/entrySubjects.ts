import { bookings } from '@hearth/contracts/booking'
import type { EntrySubject, LedgerEntryRow } from '@hearth/contracts/ledger'
import { listings } from '@hearth/contracts/listing'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { sql } from 'kysely'
import { rangeWords } from '../event/words.ts'
import { createModel, createScope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef, whereSql } from '../runtime/sql.ts'
import { seesFields } from '../runtime/visibleFields.ts'

const bookingModel = createModel(bookings)
const listingModel = createModel(listings)

type Stay = NonNullable<EntrySubject['stay']> & Readonly<{ listingId: string }>
type NamedStay = Stay & Readonly<{ cancelled: boolean }>

const findStays = async (
  { db, accessLog }: Pick<Sources, 'db' | 'accessLog'>,
  principal: Principal,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedStay>> => {
  if (ids.length === 0 || !maySee(principal, bookings.capability)) return new Map()
  const { rows } = await sql<NamedStay & Readonly<{ id: string; tenantId: string }>>`
    select
      id,
      tenant_id as "tenantId",
      listing_id as "listingId",
      code,
      guest_name as "guestName",
      check_in::text as "checkIn",
      check_out::text as "checkOut",
      status = 'cancelled' as cancelled,
      snapshot ->> 'timezone' as timezone
    from ${tableRef(bookings.table)}
    where ${whereSql(bookingModel, createScope(principal), [], [sql`id = any(${[...ids]}::text[])`])}`.execute(
    db,
  )
  accessLog.note(rows, bookings.name)
  const [seesCode, seesGuest] = [
    seesFields(principal, bookings, 'code'),
    seesFields(principal, bookings, 'guestName'),
  ]
  return new Map(
    rows.map(({ id, code, guestName, listingId, checkIn, checkOut, cancelled, timezone }) => [
      id,
      {
        code: seesCode ? code : null,
        guestName: seesGuest ? guestName : null,
        listingId,
        checkIn,
        checkOut,
        cancelled,
        timezone,
      },
    ]),
  )
}

/** Stays by id, as far as the asker may see them. */
export const readStays = async (
  sources: Pick<Sources, 'db' | 'accessLog'>,
  principal: Principal,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Stay>> => {
  const found = await findStays(sources, principal, ids)
  return new Map([...found].map(([id, { cancelled: _cancelled, ...stay }]) => [id, stay]))
}

/** Titles of listings by id: of those within the asker's scope. */
export const readTitles = async (
  { db }: Pick<Sources, 'db'>,
  principal: Principal,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title
    from ${tableRef(listings.table)}
    where ${whereSql(listingModel, createScope(principal), [], [sql`id = any(${[...ids]}::text[])`])}`.execute(
    db,
  )
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** What stays are called, as far as the asker may see them: by guest, then listing, dates and code. */
export const labelStays = async (
  sources: Pick<Sources, 'db' | 'accessLog'>,
  principal: Principal,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<{ label: string; detail: string }>>> => {
  const stays = await findStays(sources, principal, ids)
  const titles = await readTitles(sources, principal, [
    ...new Set([...stays.values()].map(({ listingId }) => listingId)),
  ])
  return new Map(
    [...stays].map(([id, { guestName, code, listingId, checkIn, checkOut, cancelled }]) => {
      const about = [
        cancelled && 'cancelled stay',
        titles.get(listingId),
        rangeWords(checkIn, checkOut),
        code,
      ]
      const [label = '', ...rest] = [guestName, ...about].filter(Boolean)
      return [id, { label: String(label), detail: rest.join(', ') }]
    }),
  )
}

/** What each of these entries is about. */
export const readSubjects = async (
  sources: Pick<Sources, 'db' | 'accessLog'>,
  principal: Principal,
  entries: readonly Pick<LedgerEntryRow, 'bookingId' | 'listingId'>[],
): Promise<(entry: Pick<LedgerEntryRow, 'bookingId' | 'listingId'>) => EntrySubject> => {
  const idsOf = (field: 'bookingId' | 'listingId') => [
    ...new Set(entries.flatMap((entry) => entry[field] ?? [])),
  ]
  const [stays, titles] = await Promise.all([
    readStays(sources, principal, idsOf('bookingId')),
    readTitles(sources, principal, idsOf('listingId')),
  ])
  return ({ bookingId, listingId }) => {
    const found = stays.get(bookingId ?? '')
    const listingTitle = titles.get(listingId ?? '') ?? null
    if (found === undefined) return { listingTitle, stay: null }
    const { listingId: _listing, ...stay } = found
    return { listingTitle, stay }
  }
}
