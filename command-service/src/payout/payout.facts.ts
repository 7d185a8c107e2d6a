import type { MethodSnapshot } from '@hearth/contracts/payout'

/** Where the money of a payout would go at this moment, or why nowhere. */
export type Destination = Readonly<{ kind: 'method'; method: MethodSnapshot }> | Readonly<{ kind: 'hold'; reason: string; whatToDo: string }>

export type PayoutFacts = Readonly<{
  /** Null for commands that send nothing. */
  destination: Destination | null
  /** Money has reached the method before. */
  provenMethod: boolean
}>
