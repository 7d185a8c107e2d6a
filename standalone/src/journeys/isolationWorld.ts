import { can } from '@hearth/contracts/kernel/access'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { expect } from 'vitest'
import { adjust, inDays, openAccount, openListing, stay } from './fixtures.ts'
import { accepted, after, sharedJourney, type Journey } from './journey.ts'
import type { Answer } from './request.ts'
import { listPath, lists } from './routes.ts'

/** An amount that occurs nowhere else. */
export const NIGHT_MINOR = 30_801_739

/** Ids of one account's records; `key` is the idempotency key that created `booking`. */
export type Records = Readonly<{
  account: Id
  listing: Id
  other: Id
  booking: Id
  otherBooking: Id
  block: Id
  key: Id
}>

const createRecords = async (journey: Journey): Promise<Records> => {
  const gateway = journey.as('gateway')
  const account = await openAccount(journey)
  const [listing, other] = [await openListing(journey, account), await openListing(journey, account)]
  const key = newId()
  const book = (listingId: Id, idempotencyKey: Id) =>
    gateway.post(
      '/api/bookings',
      stay(listingId, inDays(60), [NIGHT_MINOR, NIGHT_MINOR], { cleaningMinor: 1_603 }),
      { 'x-host-account': account, 'idempotency-key': idempotencyKey },
    )
  const [booking, otherBooking] = [
    accepted(await book(listing, key)).id,
    accepted(await book(other, newId())).id,
  ]
  const block = accepted(
    await journey.as('importer').post('/api/blocks', {
      listingId: listing,
      kind: 'maintenance',
      start: inDays(20),
      end: inDays(22),
      note: 'Boiler',
    }),
  ).id
  return { account, listing, other, booking, otherBooking, block, key }
}

/** A booking that is cancelled, and entries in the ledger. Returns the last answer. */
const createMoney = async (journey: Journey, { account, listing, other }: Records): Promise<Answer> => {
  const gateway = journey.as('gateway')
  const third = accepted(
    await gateway.post('/api/bookings', stay(other, inDays(90), [NIGHT_MINOR]), {
      'x-host-account': account,
    }),
  )
  for (const listingId of [listing, other]) await adjust(journey, account, listingId)
  return accepted(await gateway.post(`/api/bookings/${third.id}/cancel-by-guest`, {}))
}

/** An account with records of every kind, and a stranger from another account. */
const openIsolation = async () => {
  const journey = await sharedJourney()
  const here = await createRecords(journey)
  const owner = await journey.signIn({ role: 'owner', hostAccountId: here.account })
  const staff = await journey.signIn({ staffRole: 'admin' })
  const elsewhere = await openAccount(journey)
  const strangersListing = await openListing(journey, elsewhere)
  const stranger = await journey.signIn({ role: 'owner', hostAccountId: elsewhere })
  const last = await createMoney(journey, here)
  await journey.countEvents()
  for (const { name } of lists.filter(({ capability }) => can('admin', capability)))
    expect((await staff.get(listPath(name, {}), after(last))).status).toBe(200)
  return { journey, here, owner, stranger, strangersListing, staff, settled: after(last) }
}

let shared: ReturnType<typeof openIsolation> | undefined

/** The accounts, shared by the journeys about isolation. */
export const sharedIsolation = () => (shared ??= openIsolation())

/** `connection`: a connection ends with its thousandth request. */
const VOLATILE_HEADERS = ['date', 'x-correlation-id', 'connection']
/** An answer without what differs between any two. */
export const normalize = ({ status, headers, text }: Answer) => ({
  status,
  headers: headers.filter(([name]) => !VOLATILE_HEADERS.includes(name)),
  text,
})
