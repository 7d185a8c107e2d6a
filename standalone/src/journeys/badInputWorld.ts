import type { Role } from '@hearth/contracts/kernel/access'
import type { Id } from '@hearth/contracts/kernel/ids'
import { PROBLEMS, type ProblemCode } from '@hearth/contracts/kernel/problem'
import { allowed } from '@hearth/platform/testing/allowed'
import { expect } from 'vitest'
import { inDays, openAccount, openListing, readListingTag, stay } from './fixtures.ts'
import { accepted, sharedJourney, type Client, type Journey } from './journey.ts'
import { LEAKS } from './leaks.ts'
import type { Answer } from './request.ts'

const CONCURRENCY = 6
const MAX_PROBLEM_BYTES = 4_096
/**
 * Checks that all commands, or all lists, share run completely on the first of each kind. Each of the others
 * gets one case out of so many, and the next one different cases.
 */
export const ONE_IN = { shared: 8, values: 3 }
/** A body that matches every schema but for one field too many: refused in the end, whatever comes before. */
export const SURPLUS = '{"surplus":1}'

type Targets = Readonly<Record<string, Id>>
const openTargets = async (journey: Journey): Promise<Targets> => {
  const account = await openAccount(journey)
  const listing = await openListing(journey, account)
  const booking = accepted(
    await journey
      .as('gateway')
      .post('/api/bookings', stay(listing, inDays(60), [20_000, 20_000]), { 'x-host-account': account }),
  ).id
  const block = accepted(
    await journey
      .as('importer')
      .post('/api/blocks', { listingId: listing, kind: 'maintenance', start: inDays(20), end: inDays(22) }),
  ).id
  return {
    accounts: account,
    listings: listing,
    bookings: booking,
    blocks: block,
    policies: 'platformFee',
    'tax-filings': '1099-K-2025',
  }
}

type Clients = Readonly<Partial<Record<Role, Client>>>
const openClients = async (journey: Journey, account: Id): Promise<Clients> => ({
  owner: await journey.signIn({ role: 'owner', hostAccountId: account }),
  admin: await journey.signIn({ staffRole: 'admin' }),
  finance: await journey.signIn({ staffRole: 'finance' }),
  gateway: journey.as('gateway'),
  importer: journey.as('importer'),
  scheduler: journey.as('scheduler'),
  provider: journey.as('provider'),
})

const openBadInput = async () => {
  const journey = await sharedJourney()
  const targets = await openTargets(journey)
  const account = targets['accounts'] ?? ''
  const clients = await openClients(journey, account)
  const listingTag = await readListingTag(journey, targets['listings'] ?? '')
  const before = { events: await journey.countEvents(), pids: journey.processes() }
  return {
    journey,
    targets,
    account,
    listing: targets['listings'] ?? '',
    listingTag,
    clients,
    /** Fails when bad input has written an event or ended a process. */
    expectUnchanged: async (): Promise<void> => {
      expect(await journey.countEvents()).toBe(before.events)
      expect(journey.processes()).toEqual(before.pids)
    },
  }
}
export type BadInput = Awaited<ReturnType<typeof openBadInput>>

let shared: Promise<BadInput> | undefined

/** The account and the clients, shared by the journeys about bad input. */
export const sharedBadInput = () => (shared ??= openBadInput())

/** Why an answer is not a proper refusal; undefined when it is one. */
const findFault = ({ status, headers, text, json, ms }: Answer): string | undefined => {
  const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  const code = json['code'] as ProblemCode
  if (status < 400 || status >= 500) return `status ${status}`
  if (!contentType.startsWith('application/problem+json')) return `content type ${contentType}`
  if (
    PROBLEMS[code]?.[0] !== status ||
    json['status'] !== status ||
    json['title'] !== PROBLEMS[code][1] ||
    json['type'] !== `urn:problem:${code.toLowerCase().replaceAll('_', '-')}`
  )
    return 'no problem of the catalogue'
  if (Buffer.byteLength(text) > MAX_PROBLEM_BYTES) return `${Buffer.byteLength(text)} bytes`
  if (LEAKS.test(text)) return 'a leak'
  if (text.includes('q'.repeat(65))) return 'an echo'
  return ms > allowed(1_000) ? `${Math.round(ms)} ms` : undefined
}

export type Attempt = Readonly<{ name: string; send: () => Promise<Answer> }>

/** Makes all attempts, several at a time, and returns those that were not refused properly. */
export const findFailures = async (attempts: readonly Attempt[]): Promise<readonly string[]> => {
  const found: string[] = []
  const queue = attempts.values()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const { name, send } of queue) {
        const answer = await send()
        const wrong = findFault(answer)
        if (wrong !== undefined) found.push(`${name}: ${wrong}: ${answer.text.slice(0, 300)}`)
      }
    }),
  )
  return found
}

/** The share of the cases for the item at this index; `npm run test:fuzz` mixes all cases with everything. */
export const selectShare = <Case>(cases: readonly Case[], at: number, oneIn: number): readonly Case[] =>
  cases.filter((_, index) => index % oneIn === at % oneIn)
