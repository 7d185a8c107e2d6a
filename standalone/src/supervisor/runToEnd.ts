import type { Child } from './child.ts'
import { StartError } from './supervise.ts'

export type Ending = Readonly<{
  /** Resolves when it has ended well; rejects with the reason otherwise. */
  ended: Promise<void>
  stop: () => Promise<void>
  /** Kills it without waiting. */
  kill: () => void
}>

/** Runs a child that ends by itself. */
export const runToEnd = async (child: Child): Promise<Ending> => {
  const { exited, stop, kill } = await child.start()
  return {
    ended: exited.then((reason) => {
      if (reason !== 'ended with code 0') throw new StartError(child.name, reason)
    }),
    stop,
    kill,
  }
}
