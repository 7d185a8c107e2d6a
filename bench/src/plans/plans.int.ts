import { bookings } from '@hearth/contracts/booking'
import { createKysely, openPool } from '@hearth/platform/postgres/pool'
import { startTestPostgres } from '@hearth/platform/testing/postgres'
import { expect, test } from 'vitest'
import { warnings } from '../warnings.ts'
import { checkPlans } from './check.ts'
import { formatName } from './questions.ts'
import { prepareBookings } from './prepareBookings.ts'

// Small for a check of plans, yet reading all of it costs more than any index; `npm run test:plans` checks
// every page at full size.
const ROWS = 30_000
const MAX_ROWS = 8_000

test('no page of a list of bookings needs to read all of them', async () => {
  const postgres = await startTestPostgres()
  try {
    await prepareBookings(postgres.databaseUrl, ROWS)
    const pool = openPool({
      connectionString: postgres.databaseUrl,
      max: 2,
      name: 'plans',
      log: warnings,
      limits: 'long',
    })
    try {
      const { plans, refused, troubles } = await checkPlans(
        createKysely(pool),
        createKysely(pool),
        [bookings],
        {
          planned: 13,
          carriedOut: 0,
          maxRows: MAX_ROWS,
        },
      )
      expect(plans).toBeGreaterThan(250)
      expect(new Set(refused.map(({ who }) => who))).toEqual(new Set(['staff']))
      expect(
        troubles.map(({ question, offset, what }) => `${formatName(question)}, from ${offset}: ${what}`),
      ).toEqual([])
    } finally {
      await pool.end()
    }
  } finally {
    await postgres.stop()
  }
})
