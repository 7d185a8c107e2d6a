import { HOUR_MS } from '@hearth/contracts/kernel/dates'

export type Urgency = 'bad' | 'warn' | 'calm'

/** How urgent an answer is with this much time left: the same on Today, for requests and in the inbox. */
export const readUrgency = (leftMs: number): Urgency =>
  leftMs < 2 * HOUR_MS ? 'bad' : leftMs < 6 * HOUR_MS ? 'warn' : 'calm'
