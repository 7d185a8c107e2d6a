import { getPriority } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareJourney, sharedJourney, START_WITHIN_MS } from './journey.ts'

beforeAll(async () => {
  await shareJourney({ outside: true })
}, START_WITHIN_MS)
afterAll(async () => (await sharedJourney()).close())

// Each file says its own tests; whoever tries to sign in too often comes last.
const JOURNEYS: Readonly<Record<string, () => Promise<unknown>>> = {
  'an impersonation': () => import('./impersonation.journey.ts'),
  'a ledger': () => import('./ledger.journey.ts'),
  'a payout account': () => import('./payoutAccount.journey.ts'),
  'a team': () => import('./team.journey.ts'),
  'the first people': () => import('./firstPeople.journey.ts'),
  'signing in': () => import('./signIn.journey.ts'),
}
for (const [name, say] of Object.entries(JOURNEYS)) {
  describe(name, async () => {
    await say()
  })
}

test('on a machine that is full, who reads goes before commands', async () => {
  const pids = (await sharedJourney()).processes()
  const behind = (name: string) => getPriority(pids.get(name))
  expect(behind('command-service')).toBeGreaterThan(0)
  for (const name of ['front-door', 'query-service', 'projector', 'event-store'])
    expect([name, behind(name)]).toEqual([name, 0])
})
