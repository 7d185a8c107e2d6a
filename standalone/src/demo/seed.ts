import { addDays, addHours, type Instant } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { SendCommand } from '../commands/commandSender.ts'
import { runPartitioned } from '../commands/runPartitioned.ts'
import { requireId } from './requireId.ts'
import { startListing } from './startListing.ts'
import { generateHistory, type DemoStay } from './stays.ts'
import { addBlock, listStaySteps, overbook, type ListingHistory, type Step } from './steps.ts'
import { demoKey, WORLD, type DemoAccount, type DemoListing } from './world.ts'

/** Where a channel sold nights that were taken: a conflict for the host to resolve. */
const OVERBOOKED = 'Cedar House'
const MAX_PARTITIONS = 32

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

/** When the demo hosts' accounts were opened and their listings started. */
const findOpening = (now: Instant): Instant => addHours(now, -24 * 700)

/** Opens the accounts of the demo with their bank accounts; answers their ids by name. */
export const openDemoAccounts = async (
  send: SendCommand,
  now: Instant,
): Promise<Readonly<Record<string, Id>>> =>
  Object.fromEntries(
    await Promise.all(
      WORLD.map(
        async (account) => [account.name, await openAccount(account, findOpening(now), send)] as const,
      ),
    ),
  )

/**
 * Fills the demo accounts with complete listings and two years of activity around today, over HTTP as the
 * importer principal; `curate` sends as Hearth's curator. Keys derive from names, so the seed can be
 * interrupted and repeated on the same day.
 */
export const seedDemo = async (
  {
    send,
    curate,
    accounts,
  }: Readonly<{ send: SendCommand; curate: SendCommand; accounts: Readonly<Record<string, Id>> }>,
  now: Instant,
): Promise<void> => {
  const today = now.slice(0, 10)
  const steps: Step[] = []
  const addListing = async (listing: DemoListing, hostAccountId: Id) => {
    const listingId = await startListing(listing, {
      send,
      curate,
      hostAccountId,
      opening: findOpening(now),
      now,
    })
    if (!listing.live) return
    const command: ListingHistory['command'] = (verb, name, path, body, at) => ({
      path,
      body,
      key: demoKey(verb, name, today),
      hostAccountId,
      occurredAt: at,
    })
    steps.push(...listSteps({ listing, listingId, now, command, send }))
  }
  await Promise.all(
    WORLD.flatMap(({ name, listings }) =>
      listings.map((listing) => addListing(listing, accounts[name] ?? '')),
    ),
  )
  await runPartitioned(
    steps.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    (step) => step.partition,
    MAX_PARTITIONS,
    (step) => step.send(),
  )
}
