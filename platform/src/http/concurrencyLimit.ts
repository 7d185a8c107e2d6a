import { AppProblem } from './appProblem.ts'

/** Lets so many work at once and so many wait; whoever comes beyond that is refused with 503. */
export const makeTurns = ({
  atOnce,
  waiting: mostWaiting = Number.POSITIVE_INFINITY,
}: Readonly<{ atOnce: number; waiting?: number }>) => {
  let working = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    // Who leaves hands the place over, so that nobody slips in between.
    if (working < atOnce) working += 1
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new AppProblem('OVERLOADED', undefined, {}, { 'retry-after': '2' })
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }
}
