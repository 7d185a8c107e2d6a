import { afterAll, describe } from 'vitest'
import { sharedVale } from './testing/vale.ts'

afterAll(async () => (await sharedVale()).service.stop())

// Each file contains its own tests. The last one changes rows and ends sessions.
const JOURNEYS: Readonly<Record<string, () => Promise<unknown>>> = {
  lists: () => import('./journeys/lists.journey.ts'),
  search: () => import('./journeys/search.journey.ts'),
  undo: () => import('./journeys/undo.journey.ts'),
  visibility: () => import('./journeys/visibility.journey.ts'),
  bookings: () => import('./journeys/booking.journey.ts'),
  'live changes': () => import('./journeys/live.journey.ts'),
}
for (const [name, load] of Object.entries(JOURNEYS)) {
  describe(name, async () => {
    await load()
  })
}
