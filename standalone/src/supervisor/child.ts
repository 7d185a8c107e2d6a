/** A started part of the system; it may not be ready yet. */
export type Running = Readonly<{
  pid: number
  /** Resolves once it is ready; rejects with the reason when it cannot start. */
  ready: Promise<void>
  /** Resolves with the reason once it has exited. */
  exited: Promise<string>
  /** Asks it to stop and kills it after 10 s. Resolves once it has exited. */
  stop: () => Promise<void>
  /** Kills it without waiting. */
  kill: () => void
}>

export type Child = Readonly<{
  name: string
  /** Names of the children that must be ready before this one starts. */
  after?: readonly string[]
  start: () => Promise<Running>
}>

/** One line that a child printed. */
export type Log = (name: string, line: string) => void
