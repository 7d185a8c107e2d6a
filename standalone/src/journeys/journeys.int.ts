import { afterAll, beforeAll, describe } from 'vitest'
import { sharedJourney, START_WITHIN_MS } from './journey.ts'

beforeAll(async () => {
  await sharedJourney()
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
