import { getPriority } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareJourney, sharedJourney, START_WITHIN_MS } from './journey.ts'

beforeAll(async () => {
  await shareJourney({ outside: true })
}, START_WITHIN_MS)
afterAll(async () => (await sharedJourney()).close())

// What is true of the embedded event store only; see vitest.config.ts.
const EMBEDDED: Readonly<Record<string, () => Promise<unknown>>> = {
  'the embedded log': () => import('../event-store/log.journey.ts'),
}

// Each file contains its own tests. Signing in comes last, because it reaches the limit of attempts.
const JOURNEYS: Readonly<Record<string, () => Promise<unknown>>> = {
  ...(process.env['EVENT_STORE_COMMAND'] ? {} : EMBEDDED),
  'an impersonation': () => import('./impersonation.journey.ts'),
  'a ledger': () => import('./ledger.journey.ts'),
  'a payout account': () => import('./payoutAccount.journey.ts'),
  messages: () => import('./messages.journey.ts'),
  requests: () => import('./requests.journey.ts'),
  reviews: () => import('./reviews.journey.ts'),
  incidents: () => import('./incidents.journey.ts'),
  'a team': () => import('./team.journey.ts'),
  'the first people': () => import('./firstPeople.journey.ts'),
  'signing in': () => import('./signIn.journey.ts'),
}
for (const [name, load] of Object.entries(JOURNEYS)) {
  describe(name, async () => {
    await load()
  })
}

test('commands run at a lower priority than reads', async () => {
  const pids = (await sharedJourney()).processes()
  const readPriority = (name: string) => getPriority(pids.get(name))
  expect(readPriority('command-service')).toBeGreaterThan(0)
  for (const name of ['front-door', 'query-service', 'projector', 'event-store'])
    expect([name, readPriority(name)]).toEqual([name, 0])
})
