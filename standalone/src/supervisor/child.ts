import type { Running } from '@hearth/platform/process/startProcess'

export type Child = Readonly<{
  name: string
  /** Names of the children that must be ready before this one starts. */
  after?: readonly string[]
  start: () => Promise<Running>
}>

/** One line that a child printed. */
export type Log = (name: string, line: string) => void
