import { addHours, listNights, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import { createAddress } from '@hearth/contracts/listing/goLiveSteps'
import type { SendCommand } from '../commands/commandSender.ts'
import { runPartitioned } from '../commands/runPartitioned.ts'
import { completeListing } from './completeListing.ts'
import { formatUnit, type Action } from './plan.ts'
import { CAPACITY, ZONE, type Stay } from './rows.ts'

export type Rejection = Readonly<{ line: number; reason: string; detail: string }>

/** The data set names no bank account: both hotels have this one, which no bank has ever issued. */
const IBAN = 'PT50000201231234567890154'
/** Nor does it name places: the hotels are in Portugal, in Lisbon’s zone. */
const CITY = 'Lisbon'
/** What a listing has whose source names no number. */
const BEDROOMS = 1

const price = (stay: Stay) => ({
  currency: 'EUR',
  nightly: listNights(stay.checkIn, stay.checkOut).map((date) => ({ date, amountMinor: stay.nightMinor })),
  guestTotalMinor: stay.nights * stay.nightMinor,
})

/**
 * Executes the plan: one account per hotel, its listings, then every action in the order of history, in
 * parallel over listings and in sequence within one. Every key derives from the row, so a run can be killed
 * and repeated at any point.
 */
export const runImport = async (
  options: Readonly<{
    actions: readonly Action[]
    listings: ReadonlyMap<string, number>
    send: SendCommand
    parallel: number
    onProgress: (done: number) => void
  }>,
): Promise<Rejection[]> => {
  const { actions, send } = options
  const first = actions[0]
  if (first === undefined) return []
  const opening: Instant = addHours(first.at, -24)
  const accounts = await openAccounts([...new Set(actions.map((action) => action.stay.hotel))], opening, send)
  const listingIds = new Map<string, Id>()
  const rejections = new Map<Stay, Rejection>()
  const bookingIds = new Map<Stay, Id>()
  let done = 0

  const findListing = async (action: Action, accountId: Id): Promise<Id> => {
    const name = `${formatUnit(action.stay)}/${action.listing}`
    const known = listingIds.get(name)
    if (known !== undefined) return known
    const id = await startListing(action.stay, action.listing, accountId, opening, send)
    listingIds.set(name, id)
    return id
  }
  const carryOut = async (action: Action): Promise<void> => {
    const { stay, verb } = action
    const accountId = accounts.get(stay.hotel) ?? ''
    if (!rejections.has(stay)) {
      const request =
        verb === 'confirm'
          ? { path: '/api/bookings', body: createBookingBody(stay, await findListing(action, accountId)) }
          : { path: `/api/bookings/${bookingIds.get(stay)}/${verb}`, body: {} }
      const result = await send({
        ...request,
        key: deriveId(stay.key, verb),
        hostAccountId: accountId,
        occurredAt: action.at,
      })
      if (!result.ok)
        rejections.set(stay, { line: stay.line, reason: result.code, detail: `${verb}: ${result.detail}` })
      else if (verb === 'confirm') bookingIds.set(stay, result.id)
    }
    done += 1
    options.onProgress(done)
  }
  await runPartitioned(
    actions,
    (action) => `${formatUnit(action.stay)}/${action.listing}`,
    options.parallel,
    carryOut,
  )
  return [...rejections.values()].toSorted((a, b) => a.line - b.line)
}

const openAccounts = async (
  hotels: readonly string[],
  occurredAt: Instant,
  send: SendCommand,
): Promise<ReadonlyMap<string, Id>> => {
  const opened = hotels.map(async (hotel): Promise<[string, Id]> => {
    const body = {
      displayName: hotel,
      kind: 'company',
      country: 'PT',
      defaultCurrency: 'EUR',
      timezone: ZONE,
    }
    const id = expectId(
      await send({
        path: '/api/accounts',
        body,
        key: deriveId('hotel-bookings', 'account', hotel),
        occurredAt,
      }),
    )
    const method = { currency: 'EUR', holderName: hotel, bankName: null, bank: { type: 'sepa', iban: IBAN } }
    expectId(
      await send({
        path: `/api/payout-accounts/${id}/import-method`,
        body: method,
        key: deriveId('hotel-bookings', 'bank-account', hotel),
        hostAccountId: id,
        occurredAt,
      }),
    )
    return [hotel, id]
  })
  return new Map(await Promise.all(opened))
}

const startListing = async (
  stay: Stay,
  number: number,
  hostAccountId: Id,
  occurredAt: Instant,
  send: SendCommand,
): Promise<Id> => {
  const createKey = (step: string) => deriveId('hotel-bookings', step, formatUnit(stay), String(number))
  const title = `Room ${stay.roomType} ${String(number).padStart(3, '0')}`
  const body = {
    title,
    place: stay.hotel,
    timezone: ZONE,
    currency: 'EUR',
    maxGuests: CAPACITY,
    unitType: stay.roomType,
    pricing: { baseNightMinor: stay.nightMinor },
  }
  const id = expectId(
    await send({ path: '/api/listings', body, key: createKey('start'), hostAccountId, occurredAt }),
  )
  await completeListing({
    send,
    listingId: id,
    hostAccountId,
    createKey,
    address: createAddress('PT', CITY, stay.hotel, title),
    bedrooms: BEDROOMS,
    verified: { verifiedBy: 'Hotel bookings data set', verifiedOn: occurredAt.slice(0, 10) },
    occurredAt,
  })
  return id
}

const createBookingBody = (stay: Stay, listingId: Id) => ({
  listingId,
  source: 'import',
  externalRef: stay.key,
  guest: { guestRef: stay.key, displayName: `Guest ${stay.key.slice(0, 4).toUpperCase()}` },
  party: { adults: stay.adults, children: stay.children, infants: stay.infants, pets: 0 },
  checkIn: stay.checkIn,
  checkOut: stay.checkOut,
  price: price(stay),
  cancellationPolicyCode: stay.policy,
})

const expectId = (result: Awaited<ReturnType<SendCommand>>): Id => {
  if (!result.ok)
    throw new Error(`The system refused what the import stands on: ${result.code}, ${result.detail}`)
  return result.id
}
