import type { Row } from '../measurement.ts'
import { npmStart } from '../npmStart.ts'
import { median } from '../statistics.ts'
import { withDirectory } from '../temporary.ts'

const LIMITS = { first: 20, again: 8 }

const toSeconds = async (directory: string): Promise<number> => {
  const started = await npmStart(directory)
  await started.stop()
  return started.seconds
}

/**
 * `npm start` until ready: first on an empty directory, with demo data; then on the data of the first start.
 */
export const start: Row = async ({ rounds }) => {
  const first: number[] = []
  const again: number[] = []
  for (let round = 0; round < Math.min(rounds, 3); round += 1) {
    await withDirectory(async (directory) => {
      first.push(await toSeconds(directory))
      again.push(await toSeconds(directory))
    })
  }
  return {
    figures: [
      {
        figure: '8 npm start to ready, first time with demo data',
        unit: 's',
        measured: median(first),
        goal: `≤ ${LIMITS.first} s`,
        met: median(first) <= LIMITS.first,
      },
      {
        figure: '8 npm start to ready, on existing data',
        unit: 's',
        measured: median(again),
        goal: `≤ ${LIMITS.again} s`,
        met: median(again) <= LIMITS.again,
      },
    ],
    details: { first, again },
  }
}
