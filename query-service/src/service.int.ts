import { afterAll, describe } from 'vitest'
import { sharedVale } from './testing/vale.ts'

afterAll(async () => (await sharedVale()).service.stop())

// Each file contains its own tests. The last ones change rows and end sessions.
const JOURNEYS: Readonly<Record<string, () => Promise<unknown>>> = {
  lists: () => import('./journeys/lists.journey.ts'),
  search: () => import('./journeys/search.journey.ts'),
  visibility: () => import('./journeys/visibility.journey.ts'),
  bookings: () => import('./journeys/booking.journey.ts'),
  'live changes': () => import('./journeys/live.journey.ts'),
  undo: () => import('./journeys/undo.journey.ts'),
  referrals: () => import('./journeys/referral.journey.ts'),
  notices: () => import('./journeys/notices.journey.ts'),
  inbox: () => import('./journeys/inbox.journey.ts'),
}
for (const [name, load] of Object.entries(JOURNEYS)) {
  describe(name, async () => {
    await load()
  })
}
