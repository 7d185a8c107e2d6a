import { beforeAll, expect, test } from 'vitest'
import { sharedJourney, type Journey } from './journey.ts'
import { openAccount } from './fixtures.ts'
import { isFair, race } from './race.ts'

let journey: Journey
beforeAll(async () => {
  journey = await sharedJourney()
})

test(
  'of 200 concurrent commands for overlapping nights exactly one wins, three times in a row',
  { timeout: 300_000 },
  async () => {
    const account = await openAccount(journey)
    for (let run = 0; run < 3; run += 1) {
      const result = await race(journey, account)
      expect(result, JSON.stringify(result)).toSatisfy(isFair)
    }
  },
)
