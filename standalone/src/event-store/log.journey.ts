import { beforeAll, expect, test } from 'vitest'
import { sharedJourney, type Journey } from '../journeys/journey.ts'

let journey: Journey
beforeAll(async () => {
  journey = await sharedJourney()
})

test.each(['delete from events.event', `update events.event set type = 'x'`, 'truncate events.event'])(
  'embedded: services cannot change the log: %s',
  async (change) => {
    await expect(journey.query(change)).rejects.toThrow('permission denied')
  },
)
