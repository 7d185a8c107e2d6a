import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/**
 * How many processes want a processor: on average over the last minute, or now where that is more. The
 * average follows a test run that begins only after a minute.
 */
const countRunnable = (): number => {
  const [average = 1] = loadavg()
  try {
    const [, runnable] = / (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'utf8')) ?? []
    return Math.max(average, Number(runnable ?? 0))
  } catch {
    // Only Linux tells what runs now.
    return average
  }
}

/**
 * How long something may take here that is promised within `milliseconds`: tests share the machine with
 * others, and with the servers that they start.
 */
export const allowed = (milliseconds: number): number =>
  2 * milliseconds * Math.max(1, countRunnable() / availableParallelism())
