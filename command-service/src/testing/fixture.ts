import { EXAMPLE_OPERATOR } from '@hearth/contracts/kernel/taxOperator'
import { randomBytes } from 'node:crypto'
import { addDays, addHours, listNights, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import type { EventStore } from '@hearth/platform/event-store/port'
import { secret } from '@hearth/platform/config/secret'
import type { Principal } from '@hearth/platform/session/principal'
import { createMemoryLog } from '@hearth/platform/testing/log'
import { startChild } from '@hearth/platform/testing/child'
import { fetchPatiently } from '@hearth/platform/testing/fetchPatiently'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { sandboxCharges, type ChargePort } from '../booking/chargePort.ts'
import { sandboxAuthorities } from '../tax-profile/authorities.ts'
import { sandboxRefunds, type RefundPort } from '../booking/refundPort.ts'
import type { FeedFetcher } from '../ical-feed/fetchFeed.ts'
import type { PayoutProvider } from '../payout/provider.ts'
import { openCommandService } from '../open.ts'
import type { Done, Envelope, Outcome, Refused } from '../runtime/outcome.ts'

const service = (role: 'gateway' | 'importer' | 'scheduler' | 'provider'): Principal => ({
  actor: { id: role, kind: 'service', role, name: role },
  listingIds: 'all',
})

/** Principals that send commands in tests. */
export const PEOPLE = {
  gateway: service('gateway'),
  importer: service('importer'),
  owner: (tenantId: string): Principal => ({
    actor: { id: `owner-of-${tenantId}`, kind: 'host', role: 'owner', name: 'Owner' },
    tenantId,
    listingIds: 'all',
  }),
} as const

// One set for all services of a test process, so that they can read what the others wrote.
const keys = {
  SEALING_KEY: secret(randomBytes(32).toString('base64')),
  COMMAND_HASH_KEY: secret(randomBytes(32).toString('base64')),
  QUOTE_SECRET: secret(randomBytes(32).toString('base64')),
}
export const SEALING_KEY = keys.SEALING_KEY.reveal()
export const QUOTE_SECRET = keys.QUOTE_SECRET.reveal()
/**
 * Settings with which a command service in its own process shares the keys of the test. Its jobs are in
 * Postgres, also where tests have a Redis.
 */
export const CHILD_SETTINGS = {
  REDIS_URL: '',
  SEALING_KEY,
  QUOTE_SECRET,
  COMMAND_HASH_KEY: keys.COMMAND_HASH_KEY.reveal(),
  PUBLIC_URL: 'http://127.0.0.1:3000',
  SERVICE_TOKENS: ['gateway', 'importer', 'scheduler', 'provider']
    .map((role) => `${role}=${randomBytes(24).toString('hex')}`)
    .join(','),
}

export type TestOptions = Readonly<{
  now?: () => Instant
  aroundStore?: (store: EventStore) => EventStore
  refundPort?: RefundPort
  chargePort?: ChargePort
  payoutProvider?: PayoutProvider
  feedFetcher?: FeedFetcher
  sweepEveryMs?: number
  redisUrl?: string | undefined
  /** Where files are stored. */
  storageUrl?: URL
}>

/** A command service without HTTP on a test stack; `lines` are its log lines. */
export const openTestService = async (stack: TestStack, options: TestOptions = {}) => {
  const { log, lines } = createMemoryLog()
  const { refundPort = sandboxRefunds, chargePort = sandboxCharges, sweepEveryMs = 60_000, ...more } = options
  const { redisUrl, storageUrl, ...rest } = more
  const config = {
    PUBLIC_URL: new URL('http://127.0.0.1:3000'),
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventStoreUrl,
    SWEEP_INTERVAL_MS: sweepEveryMs,
    REDIS_URL: redisUrl,
    STORAGE_URL: storageUrl,
    TAX_OPERATOR: EXAMPLE_OPERATOR,
    ...keys,
  }
  const taxAuthorities = sandboxAuthorities
  return {
    ...(await openCommandService({ config, refundPort, chargePort, taxAuthorities, log, ...rest })),
    lines,
  }
}
export type TestService = Awaited<ReturnType<typeof openTestService>>

/** A stack, a command service on it, and a projector in a process of its own with all read models built. */
export const startTestSystem = async (options: TestOptions = {}) => {
  const stack = await startTestStack()
  const settings = {
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventStoreUrl,
    SEALING_KEY,
  }
  const [service, projector] = await Promise.all([
    openTestService(stack, options),
    startChild('projector/src/main.ts', ['--stop-with-parent'], settings),
  ])
  const isReady = async () => (await fetchPatiently(`${projector.url}/readyz`)).ok
  await waitUntil(isReady, 30_000, 'the read models')
  return {
    stack,
    service,
    stop: async (): Promise<void> => {
      await projector.stop()
      await service.close()
      await stack.stop()
    },
  }
}
export type TestSystem = Awaited<ReturnType<typeof startTestSystem>>

/** Each of the two alone completes everything: the process managers' effects, and the sweeper. */
export const WAYS = [
  ['the process manager', ({ relay }: TestService) => relay.deliver()],
  ['the sweeper', ({ sweeper }: TestService) => sweeper.sweep()],
] as const

/** An envelope with a fresh key; `more` overrides. */
export const command = (
  type: string,
  principal: Principal,
  data: unknown,
  more: Partial<Envelope> = {},
): Envelope => ({
  type,
  principal,
  data,
  commandId: newId(),
  correlationId: newId(),
  ...more,
})

/** The outcome of a command that must be accepted. */
export const accepted = (outcome: Outcome): Done => {
  if (outcome.kind === 'rejected')
    throw new Error(`Refused: ${outcome.code} ${outcome.detail} ${JSON.stringify(outcome.facts)}`)
  return outcome
}

/** The outcome of a command that must be refused. */
export const rejected = (outcome: Outcome): Refused => {
  if (outcome.kind !== 'rejected') throw new Error(`Accepted: ${outcome.events.join(', ')}`)
  return outcome
}

/** The day that many days from today. */
export const inDays = (days: number): LocalDate => addDays(new Date().toISOString().slice(0, 10), days)

/** The data that the gateway sends for a stay. */
export const stay = (
  listingId: Id,
  checkIn: LocalDate,
  nights: number,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  listingId,
  source: 'direct',
  externalRef: null,
  guest: { guestRef: 'guest-1', displayName: 'Ana S', email: null },
  party: { adults: 2, children: 0, infants: 0, pets: 0 },
  checkIn,
  checkOut: addDays(checkIn, nights),
  price: {
    currency: 'EUR',
    nightly: listNights(checkIn, addDays(checkIn, nights)).map((date) => ({ date, amountMinor: 10_000 })),
    cleaningMinor: 0,
    petMinor: 0,
    extraGuestMinor: 0,
    discountMinor: 0,
    guestServiceFeeMinor: 0,
    taxes: [],
    guestTotalMinor: nights * 10_000,
  },
  cancellationPolicyCode: null,
  ...more,
})

/** The envelope of a booking by the gateway. */
export const receive = (
  { accountId, listingId }: Readonly<{ accountId: Id; listingId: Id }>,
  checkIn: LocalDate,
  nights: number,
  more: Readonly<Record<string, unknown>> = {},
  envelope: Partial<Envelope> = {},
): Envelope =>
  command('ReceiveBooking', PEOPLE.gateway, stay(listingId, checkIn, nights, more), {
    hostAccountId: accountId,
    ...envelope,
  })

/** Event types of a stream, oldest first. */
export const readTypes = async ({ store }: Pick<TestService, 'store'>, stream: string): Promise<string[]> => {
  const types: string[] = []
  for await (const { type } of store.read(stream)) types.push(type)
  return types
}

/** A clock that a test moves. */
export const movableClock = () => {
  let offsetMs = 0
  return {
    now: (): Instant => new Date(Date.now() + offsetMs).toISOString(),
    forward: (hours: number) => {
      offsetMs +=
        Date.parse(addHours('2026-01-01T00:00:00.000Z', hours)) - Date.parse('2026-01-01T00:00:00.000Z')
    },
  }
}
