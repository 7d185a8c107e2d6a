import { openJourney } from './journey.ts'
import { openAccount } from './fixtures.ts'
import { isFair, race, RACERS } from './race.ts'

/**
 * `npm run test:races [runs]`: 200 concurrent commands for overlapping nights, 50 times in a row; each time
 * exactly one may win.
 */
const runs = Number(process.argv[2] ?? 50)
if (!Number.isInteger(runs) || runs < 1) {
  console.error('runs: must be a number of 1 or more')
  process.exit(78)
}

const journey = await openJourney()
let unfair = 0
const begun = performance.now()
try {
  const account = await openAccount(journey)
  for (let run = 1; run <= runs; run += 1) {
    const result = await race(journey, account)
    if (!isFair(result)) unfair += 1
    console.log(
      `run ${String(run).padStart(3)}: ${isFair(result) ? 'one won' : 'UNFAIR '} of ${RACERS} ` +
        `in ${result.ms} ms; won ${result.won}, standing ${result.standing.length}, ` +
        `refused ${JSON.stringify(result.lost)}`,
    )
  }
} finally {
  await journey.close()
}
console.log(
  `${runs - unfair} of ${runs} runs had exactly one winner; ` +
    `${runs * RACERS} commands in ${Math.round((performance.now() - begun) / 1000)} s`,
)
process.exit(unfair === 0 ? 0 : 1)
