import type { OfType } from '@hearth/contracts/kernel/message'

/** A text without amounts, for readers who may not see money; the amount is a field of its own. */
export type Line = Readonly<{
  /** Its instants as in the event (ISO 8601): the reader's screen writes them in the zone of its page. */
  text: string
  amountMinor?: number
  /** What the amount was before. */ amountBeforeMinor?: number
  currency?: string
}>

/** What a line needs from the events before it. */
export type Context = Readonly<{
  currency: string
  refundMinor: (refundId: string) => number | undefined
  /** Whether the reader may see guests, reasons and notes. */
  details: boolean
}>

/** One sentence for each type of event. */
export type SentencesOf<E extends Readonly<{ type: string; data: unknown }>> = {
  readonly [T in E['type']]: (data: OfType<E, T>['data'], context: Context) => Line
}
