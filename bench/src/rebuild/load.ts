import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Headers of an owner's session, and bookings of that account. */
export type Account = Readonly<{ session: Readonly<Record<string, string>>; bookings: readonly string[] }>
export type LoadInput = Readonly<{
  baseUrl: string
  accounts: readonly Account[]
  commandsPerSecond: number
  readsPerSecond: number
}>
/**
 * When a request was due (milliseconds since the epoch), how long after that it was answered, and `ok` or the
 * status and code.
 */
export type Sample = readonly [due: number, milliseconds: number, outcome: string]
/** `backward`: describes reads that showed less than an earlier one. */
export type LoadResult = Readonly<{
  commands: readonly Sample[]
  reads: readonly Sample[]
  backward: readonly string[]
}>

/** The rates rise gradually in this time: processes that have just started compile what they run. */
export const RAMP_S = 30

/** Commands and reads at fixed rates, after the ramp, until stopped. */
export const startLoad = (input: LoadInput) => {
  const child = fork(new URL('loadChild.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  })
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`the load ended with ${code}`)
  })
  ended.catch(() => undefined)
  const result = once(child, 'message').then(([answer]) => answer as LoadResult)
  child.send(input)
  return {
    stop: (): Promise<LoadResult> => {
      // A load that is ended by hand has reported its results already.
      if (child.connected) child.send('stop')
      return Promise.race([result, ended])
    },
  }
}
