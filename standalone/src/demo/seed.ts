import { addDays, addHours, type Instant } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { SendCommand } from '../commands/commandSender.ts'
import { runPartitioned } from '../commands/runPartitioned.ts'
import { requireId } from './requireId.ts'
import { generateHistory, type DemoStay } from './stays.ts'
import { addBlock, listStaySteps, overbook, type ListingHistory, type Step } from './steps.ts'
import { demoKey, WORLD, type DemoAccount, type DemoListing } from './world.ts'

/** Where a channel sold nights that were taken: a conflict for the host to resolve. */
const OVERBOOKED = 'Cedar House'
const MAX_PARTITIONS = 32

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
  const id = requireId(
    await send({ path: '/api/listings', body, key: demoKey('listing', name), hostAccountId, occurredAt }),
  )
  if (listing.live)
    requireId(
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

const openAccount = async (
  { name, kind, country, currency, timezone, banks }: DemoAccount,
  occurredAt: Instant,
  send: SendCommand,
): Promise<Id> => {
  const accountId = requireId(
    await send({
      path: '/api/accounts',
      body: { displayName: name, kind, country, defaultCurrency: currency, timezone },
      key: demoKey('account', name),
      occurredAt,
    }),
  )
  for (const bank of banks)
    requireId(
      await send({
        path: `/api/payout-accounts/${accountId}/import-method`,
        body: bank,
        key: demoKey('bank', name, bank.currency),
        hostAccountId: accountId,
        occurredAt,
      }),
    )
  return accountId
}

const isWellBooked = (stay: DemoStay, today: string) =>
  stay.outcome === 'kept' && stay.checkIn > addDays(today, 5) && stay.bookedDaysBefore > 30

const listSteps = (history: ListingHistory): readonly Step[] => {
  const { listing, now } = history
  const today = now.slice(0, 10)
  const seed = Number.parseInt(demoKey('seed', listing.name).slice(0, 8), 16)
  const { stays, blocks } = generateHistory(listing, today, seed)
  const taken = listing.name === OVERBOOKED ? stays.find((stay) => isWellBooked(stay, today)) : undefined
  return [
    ...stays.flatMap((stay) => listStaySteps(history, stay)),
    ...blocks.map((block) => addBlock(history, block)),
    ...(taken ? [overbook(history, taken, addHours(now, -2))] : []),
  ]
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
  const addListing = async (listing: DemoListing, accountId: Id) => {
    const listingId = await startListing(listing, accountId, opening, send)
    if (!listing.live) return
    const command: ListingHistory['command'] = (verb, name, path, body, at) => ({
      path,
      body,
      key: demoKey(verb, name, today),
      hostAccountId: accountId,
      occurredAt: at,
    })
    steps.push(...listSteps({ listing, listingId, now, command, send }))
  }
  await Promise.all(
    WORLD.map(async (account) => {
      const accountId = await openAccount(account, opening, send)
      accounts[account.name] = accountId
      await Promise.all(account.listings.map((listing) => addListing(listing, accountId)))
    }),
  )
  await runPartitioned(
    steps.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    (step) => step.partition,
    MAX_PARTITIONS,
    (step) => step.send(),
  )
  return accounts
}
