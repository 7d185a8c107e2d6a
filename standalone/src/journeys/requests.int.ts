import { afterAll, beforeAll, describe } from 'vitest'
import { shareJourney, sharedJourney, START_WITHIN_MS } from './journey.ts'

beforeAll(async () => {
  await shareJourney()
}, START_WITHIN_MS)
afterAll(async () => (await sharedJourney()).close())

// Each file contains its own tests. The first counts every event, so nothing may be on its way before it.
const JOURNEYS: Readonly<Record<string, () => Promise<unknown>>> = {
  'bad input': () => import('./badInput.journey.ts'),
  isolation: () => import('./isolation.journey.ts'),
  idempotency: () => import('./idempotency.journey.ts'),
  'golden vectors': () => import('./goldenVectors.journey.ts'),
  'one winner': () => import('./oneWinner.journey.ts'),
  revocation: () => import('./revocation.journey.ts'),
}
for (const [name, load] of Object.entries(JOURNEYS)) {
  describe(name, async () => {
    await load()
  })
}
