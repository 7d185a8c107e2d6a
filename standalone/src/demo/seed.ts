import {
  addDays,
  addHours,
  addMinutes,
  listNights,
  weekday,
  type Instant,
  type LocalDate,
} from '@hearth/contracts/kernel/dates'
import { applyBps } from '@hearth/contracts/kernel/money'
import type { Id } from '@hearth/contracts/kernel/ids'
import { Temporal } from 'temporal-polyfill'
import type { CommandRequest, CommandResult, SendCommand } from '../commands/commandSender.ts'
import { runPartitioned } from '../commands/runPartitioned.ts'
import { generateHistory, type DemoBlock, type DemoStay } from './stays.ts'
import { demoKey, WORLD, type DemoListing } from './world.ts'

type Step = Readonly<{ at: Instant; partition: string; send: () => Promise<void> }>

/** The price of a demo stay, as the gateway states it. Minor units. */
export const priceOf = (listing: DemoListing, checkIn: LocalDate, checkOut: LocalDate) => {
  const nightly = listNights(checkIn, checkOut).map((date) => ({
    date,
    amountMinor: weekday(date) >= 5 ? listing.weekendNightMinor : listing.baseNightMinor,
  }))
  const subtotal = nightly.reduce((sum, night) => sum + night.amountMinor, listing.cleaningFeeMinor)
  const { tax } = listing
  const amountMinor =
    tax.kind === 'percent'
      ? applyBps(subtotal, tax.bps)
      : tax.kind === 'per_night'
        ? tax.unitMinor * nightly.length
        : 0
  const line = {
    code: 'lodging',
    jurisdiction: listing.place,
    kind: tax.kind,
    base: 'all',
    bps: tax.kind === 'percent' ? tax.bps : 0,
    unitMinor: tax.kind === 'per_night' ? tax.unitMinor : 0,
    amountMinor,
    remitter: 'platform',
  }
  return {
    currency: listing.currency,
    nightly,
    cleaningMinor: listing.cleaningFeeMinor,
    taxes: tax.kind === 'none' ? [] : [line],
    guestTotalMinor: subtotal + amountMinor,
  }
}

/**
 * Fills an empty system with two years of activity around today, over HTTP as the importer principal. Keys
 * derive from names, so the seed can be interrupted and repeated on the same day.
 */
export const seedDemo = async (send: SendCommand, now: Instant): Promise<Readonly<Record<string, Id>>> => {
  const today = now.slice(0, 10)
  const opening = addHours(now, -24 * 700)
  const accounts: Record<string, Id> = {}
  const steps: Step[] = []
  await Promise.all(
    WORLD.map(async (account) => {
      const { name, kind, country, currency, timezone, banks } = account
      const accountId = expect(
        await send({
          path: '/api/accounts',
          body: { displayName: name, kind, country, defaultCurrency: currency, timezone },
          key: demoKey('account', name),
          occurredAt: opening,
        }),
      )
      accounts[name] = accountId
      for (const bank of banks)
        expect(
          await send({
            path: `/api/payout-accounts/${accountId}/import-method`,
            body: bank,
            key: demoKey('bank', name, bank.currency),
            hostAccountId: accountId,
            occurredAt: opening,
          }),
        )
      const started = account.listings.map(async (listing) => {
        const listingId = await startListing(listing, accountId, opening, send)
        if (!listing.live) return
        const life = generateHistory(
          listing,
          today,
          Number.parseInt(demoKey('seed', listing.name).slice(0, 8), 16),
        )
        const command: Commander = (verb, name, path, body, at) => ({
          path,
          body,
          key: demoKey(verb, name, today),
          hostAccountId: accountId,
          occurredAt: at,
        })
        steps.push(...life.stays.flatMap((stay) => stayHistory(stay, listing, listingId, now, command, send)))
        steps.push(
          ...life.blocks.flatMap((block) => blockHistory(block, listing, listingId, now, command, send)),
        )
        const taken =
          listing.name === OVERBOOKED
            ? life.stays.find(
                (stay) =>
                  stay.fate === 'kept' && stay.checkIn > addDays(today, 5) && stay.bookedDaysBefore > 30,
              )
            : undefined
        if (taken) steps.push(overbooking(taken, listing, listingId, addHours(now, -2), command, send))
      })
      await Promise.all(started)
    }),
  )
  await runPartitioned(
    steps.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    (step) => step.partition,
    32,
    (step) => step.send(),
  )
  return accounts
}

/** Where a channel sold nights that were taken: a conflict for the host to resolve. */
const OVERBOOKED = 'Cedar House'

type Commander = (verb: string, name: string, path: string, body: unknown, at: Instant) => CommandRequest

const startListing = async (
  listing: DemoListing,
  hostAccountId: Id,
  occurredAt: Instant,
  send: SendCommand,
): Promise<Id> => {
  const {
    name,
    place,
    timezone,
    currency,
    maxGuests,
    bedrooms,
    cancellationPolicyCode,
    baseNightMinor,
    weekendNightMinor,
    cleaningFeeMinor,
    minNights,
  } = listing
  const body = {
    title: name,
    place,
    timezone,
    currency,
    maxGuests,
    bedrooms,
    cancellationPolicyCode,
    pricing: { baseNightMinor, weekendNightMinor, cleaningFeeMinor },
    rules: { minNights },
  }
  const id = expect(
    await send({ path: '/api/listings', body, key: demoKey('listing', name), hostAccountId, occurredAt }),
  )
  if (listing.live)
    expect(
      await send({
        path: `/api/listings/${id}/publish`,
        body: {},
        key: demoKey('publish', name),
        hostAccountId,
        occurredAt,
      }),
    )
  return id
}

const stayHistory = (
  stay: DemoStay,
  listing: DemoListing,
  listingId: Id,
  now: Instant,
  command: Commander,
  send: SendCommand,
): Step[] => {
  const local = (date: LocalDate, hour: number): Instant =>
    new Date(
      Temporal.PlainDateTime.from(`${date}T${String(hour).padStart(2, '0')}:00`).toZonedDateTime(
        listing.timezone,
      ).epochMilliseconds,
    ).toISOString()
  const checkIn = local(stay.checkIn, 15)
  const checkOut = local(stay.checkOut, 11)
  const booked = local(addDays(stay.checkIn, -stay.bookedDaysBefore), 10)
  let id: Id | undefined
  const receive = command(
    'book',
    stay.name,
    '/api/bookings',
    {
      listingId,
      source: stay.source,
      externalRef: stay.source === 'direct' ? null : demoKey('external', stay.name).slice(0, 13),
      guest: { guestRef: demoKey('guest', stay.name), displayName: stay.guest },
      party: { adults: stay.adults, children: stay.children },
      checkIn: stay.checkIn,
      checkOut: stay.checkOut,
      price: priceOf(listing, stay.checkIn, stay.checkOut),
    },
    booked,
  )
  const act = (verb: string, at: Instant): Step => ({
    at,
    partition: listing.name,
    send: async () => {
      if (id !== undefined)
        expect(await send(command(verb, stay.name, `/api/bookings/${id}/${verb}`, {}, at)))
    },
  })
  const confirm: Step = {
    at: booked,
    partition: listing.name,
    send: async () => {
      const result = await send(receive)
      // Two stays of one seed may meet where a block lies; the calendar decides, as it does for guests.
      if (!result.ok && result.code !== 'NIGHTS_UNAVAILABLE') expect(result)
      if (result.ok) id = result.id
    },
  }
  const rest =
    stay.fate === 'cancelled'
      ? [act('cancel-by-guest', local(addDays(stay.checkIn, -stay.cancelledDaysBefore), 12))]
      : stay.fate === 'no_show'
        ? [act('check-in', checkIn), act('mark-no-show', addHours(checkIn, 7))]
        : [act('check-in', checkIn), act('check-out', checkOut), act('complete', addHours(checkOut, 14 * 24))]
  return [confirm, ...rest].filter((step) => step.at <= now)
}

const overbooking = (
  taken: DemoStay,
  listing: DemoListing,
  listingId: Id,
  at: Instant,
  command: Commander,
  send: SendCommand,
): Step => ({
  at,
  partition: listing.name,
  send: async () => {
    const { checkIn, checkOut } = taken
    const guest = { guestRef: demoKey('guest', 'overbooked'), displayName: 'Renata C.' }
    expect(
      await send(
        command(
          'overbook',
          taken.name,
          '/api/bookings',
          {
            listingId,
            source: 'vrbo',
            externalRef: 'VR-83015',
            guest,
            party: { adults: 2 },
            checkIn,
            checkOut,
            price: priceOf(listing, checkIn, checkOut),
          },
          at,
        ),
      ),
    )
  },
})

const blockHistory = (
  block: DemoBlock,
  listing: DemoListing,
  listingId: Id,
  now: Instant,
  command: Commander,
  send: SendCommand,
): Step[] => {
  const { kind, start, end, note } = block
  const at = addMinutes(`${addDays(start, -20)}T09:00:00.000Z`, 0)
  const made = at < now ? at : addMinutes(now, -30)
  return [
    {
      at: made,
      partition: listing.name,
      send: async () => {
        const result = await send(
          command(
            'block',
            block.name,
            '/api/blocks',
            {
              listingId,
              kind,
              start,
              end,
              note,
              ...(kind === 'owner_stay'
                ? { ownerStay: { guests: 2, cleaningRequested: true, forFriends: false } }
                : {}),
            },
            made,
          ),
        )
        if (!result.ok && result.code !== 'NIGHTS_UNAVAILABLE') expect(result)
      },
    },
  ]
}

const expect = (result: CommandResult): Id => {
  if (!result.ok) throw new Error(`Demo data was refused: ${result.code}, ${result.detail}`)
  return result.id
}
