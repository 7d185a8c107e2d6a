/** A started part of the system; it may not be ready yet. */
export type Running = Readonly<{
  pid: number
  /** Settles when it serves. A rejection says why it never will. */
  ready: Promise<void>
  /** Settles with the reason when it is gone. */
  exited: Promise<string>
  /** Asks it to leave, insists after 10 s. Resolves when it is gone. */
  stop: () => Promise<void>
  /** At once, without waiting. */
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
