import { afterAll, beforeAll, describe } from 'vitest'
import { shareJourney, sharedJourney, START_WITHIN_MS } from './journey.ts'

beforeAll(async () => {
  await shareJourney()
}, START_WITHIN_MS)
afterAll(async () => (await sharedJourney()).close())

// Each file contains its own tests. The first two count every event, so nothing may be on its way before.
const JOURNEYS: Readonly<Record<string, () => Promise<unknown>>> = {
  'bad input': () => import('./badInput.journey.ts'),
  'bad reads': () => import('./badReads.journey.ts'),
  'foreign records': () => import('./foreignRecords.journey.ts'),
  'anonymous requests': () => import('./anonymous.journey.ts'),
  'co-hosts': () => import('./coHosts.journey.ts'),
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
