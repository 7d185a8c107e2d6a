import { addDays, addHours, type Instant } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import { createW9 } from '../commands/createW9.ts'
import type { SendCommand } from '../commands/commandSender.ts'
import { runPartitioned } from '../commands/runPartitioned.ts'
import { chooseConversations, findInquiry } from './chooseConversations.ts'
import type { Stay } from './conversations.ts'
import type { ListingHistory, Step } from './history.ts'
import { addReplies } from './replies.ts'
import { addRules } from './rules.ts'
import { requireId } from './requireId.ts'
import { startListing } from './startListing.ts'
import { generateHistory, type DemoStay } from './stays.ts'
import { addBlock, describeStay, listStaySteps, overbook, writerOf } from './steps.ts'
import { findRead, listMessageSteps, type ReadThread, type Writer } from './threads.ts'
import { demoKey, findOpenedDaysAgo, WORLD, type DemoAccount, type DemoListing } from './world.ts'

/** Where a channel sold nights that were taken: a conflict for the host to resolve. */
const OVERBOOKED = 'Cedar House'
const MAX_PARTITIONS = 32

const openAccount = async (
  { name, kind, country, currency, timezone, banks, taxNumber }: DemoAccount,
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
  if (taxNumber !== undefined)
    requireId(
      await send({
        path: `/api/tax-profiles/${accountId}/import-form`,
        body: createW9(`${name} LLC`, taxNumber),
        key: demoKey('tax-form', name),
        hostAccountId: accountId,
      }),
    )
  await addReplies(accountId, occurredAt, send)
  return accountId
}

const isWellBooked = (stay: DemoStay, today: string) =>
  stay.outcome === 'kept' && stay.checkIn > addDays(today, 5) && stay.bookedDaysBefore > 30

const LISTING_NAMES = WORLD.flatMap(({ listings }) => listings.map(({ name }) => name))

/** What guests without a booking ask, and what of it the team has read. */
const listInquiry = (history: ListingHistory, index: number): Planned => {
  const inquiry = findInquiry(index)
  if (inquiry === undefined) return { steps: [], read: [] }
  const { listing, now } = history
  const { guest, conversation } = inquiry
  const stay: Stay = { guest, arrival: '', departure: '', booked: now, checkIn: now, checkOut: now, now }
  const key = `${listing.name}/inquiry`
  const writer: Writer = { key, guestRef: demoKey('guest', key), bookingId: () => null }
  return {
    steps: listMessageSteps(history, conversation, stay, writer),
    read: findRead(history, conversation, stay, writer),
  }
}

/** The commands of a listing, and the threads that its team has read. */
type Planned = Readonly<{ steps: readonly Step[]; read: readonly ReadThread[] }>

const planListing = (history: ListingHistory): Planned => {
  const { listing, now } = history
  const today = now.slice(0, 10)
  const seed = Number.parseInt(demoKey('seed', listing.name).slice(0, 8), 16)
  const { stays, blocks } = generateHistory(listing, today, seed)
  const index = LISTING_NAMES.indexOf(listing.name)
  const conversations = chooseConversations(stays, today, index)
  const inquiry = listInquiry(history, index)
  const taken = listing.name === OVERBOOKED ? stays.find((stay) => isWellBooked(stay, today)) : undefined
  const read = [...conversations].flatMap(([stay, conversation]) =>
    findRead(
      history,
      conversation,
      describeStay(history, stay),
      writerOf(stay, () => undefined),
    ),
  )
  return {
    steps: [
      ...stays.flatMap((stay) => listStaySteps(history, stay, conversations.get(stay))),
      ...blocks.map((block) => addBlock(history, block)),
      ...(taken ? [overbook(history, taken, addHours(now, -2))] : []),
      ...inquiry.steps,
    ],
    read: [...read, ...inquiry.read],
  }
}

const findOpening = (account: string, now: Instant): Instant =>
  addHours(now, -24 * findOpenedDaysAgo(account))

/** Opens the accounts of the demo with their bank accounts; answers their ids by name. */
export const openDemoAccounts = async (
  send: SendCommand,
  now: Instant,
): Promise<Readonly<Record<string, Id>>> =>
  Object.fromEntries(
    await Promise.all(
      WORLD.map(
        async (account) =>
          [account.name, await openAccount(account, findOpening(account.name, now), send)] as const,
      ),
    ),
  )

/** `account`: the name of its account. */
export type DemoHome = Readonly<{
  account: string
  listing: DemoListing
  listingId: Id
  hostAccountId: Id
}>

/** Starts the listings of the demo accounts, with everything that guests read and see. */
export const startDemoListings = (
  send: SendCommand,
  accounts: Readonly<Record<string, Id>>,
  now: Instant,
): Promise<readonly DemoHome[]> =>
  Promise.all(
    WORLD.flatMap(({ name, listings }) =>
      listings.map(async (listing) => {
        const hostAccountId = accounts[name] ?? ''
        const opening = findOpening(name, now)
        const listingId = await startListing(listing, { send, hostAccountId, opening, now })
        return { account: name, listing, listingId, hostAccountId }
      }),
    ),
  )

/**
 * Fills the live listings with two years of activity around today, over HTTP as the importer principal;
 * `deliver` sends as the gateway. Keys derive from names, so the seed can be interrupted and repeated on the
 * same day. Answers the threads that the teams have read, by account.
 */
export const seedDemo = async (
  { send, deliver }: Readonly<Record<'send' | 'deliver', SendCommand>>,
  homes: readonly DemoHome[],
  now: Instant,
): Promise<ReadonlyMap<Id, readonly ReadThread[]>> => {
  const today = now.slice(0, 10)
  const steps: Step[] = []
  const read = new Map<Id, readonly ReadThread[]>()
  for (const { listing, listingId, hostAccountId } of homes) {
    if (!listing.live) continue
    const command: ListingHistory['command'] = (verb, name, path, body, at) => ({
      path,
      body,
      key: demoKey(verb, name, today),
      hostAccountId,
      occurredAt: at,
    })
    const planned = planListing({ listing, listingId, hostAccountId, now, command, send, deliver })
    steps.push(...planned.steps)
    read.set(hostAccountId, [...(read.get(hostAccountId) ?? []), ...planned.read])
  }
  await runPartitioned(
    steps.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    (step) => step.partition,
    MAX_PARTITIONS,
    (step) => step.send(),
  )
  for (const hostAccountId of new Set(homes.map((home) => home.hostAccountId)))
    await addRules(hostAccountId, now, send)
  return read
}
