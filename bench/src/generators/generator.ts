import { fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * The result of one round: how many requests succeeded, how many were refused for overload, the seconds it
 * took and the milliseconds of each success.
 */
export type Round = Readonly<{
  count: number
  refused: number
  seconds: number
  milliseconds: readonly number[]
}>

export type Generator<Request> = Readonly<{ round: (request: Request) => Promise<Round>; close: () => void }>

/**
 * Starts a program of this folder in a process of its own, so that the load generator does not wait for the
 * process that measures.
 */
export const openGenerator = <Input, Request>(program: string, input: Input): Generator<Request> => {
  const child = fork(new URL(program, import.meta.url), { execArgv: ['--import', 'tsx'] })
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`${program} ended with ${code}`)
  })
  ended.catch(() => undefined)
  child.send({ input })
  return {
    round: async (request) => {
      const answered = once(child, 'message')
      child.send({ request })
      const [round] = await Promise.race([answered, ended])
      return round as Round
    },
    close: () => void child.kill(),
  }
}

/** The other end: receives the input once, then runs one round after the other. */
export const serveRounds = <Input, Request>(
  open: (input: Input) => (request: Request) => Promise<Round>,
): void => {
  let carryOut: ((request: Request) => Promise<Round>) | undefined
  process.on('message', (message: Readonly<{ input: Input }> | Readonly<{ request: Request }>) => {
    if ('input' in message) carryOut = open(message.input)
    else void carryOut?.(message.request).then((round) => process.send?.(round))
  })
  process.on('disconnect', () => process.exit())
}

/**
 * Lets `parallel` workers repeat their work until the time is over. The work returns whether it succeeded.
 */
export const repeatFor = async (
  seconds: number,
  parallel: number,
  work: () => Promise<boolean>,
): Promise<Round> => {
  const milliseconds: number[] = []
  let refused = 0
  const started = performance.now()
  const end = started + seconds * 1000
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let before = performance.now(); before < end;) {
        const done = await work()
        const after = performance.now()
        if (done) milliseconds.push(after - before)
        else refused += 1
        before = after
      }
    }),
  )
  return { count: milliseconds.length, refused, seconds: (performance.now() - started) / 1000, milliseconds }
}
