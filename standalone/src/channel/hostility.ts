import { z } from 'zod'

const share = z.number().min(0).max(1)

/**
 * How the channel misbehaves: shares of all calls from 0 to 1, times in milliseconds. A field left out means no
 * misbehaviour.
 */
export const zChannelHostility = z.strictObject({
  /** Answers 500 and does nothing. */
  errorBefore: share.default(0),
  /** Takes the message and answers 500. */
  errorAfter: share.default(0),
  /** Takes the message and cuts the connection. */
  cutAfter: share.default(0),
  /** Takes the message and answers for another one. */
  wrongAfter: share.default(0),
  /** Takes the message and answers late. */
  late: share.default(0),
  lateMs: z.int().min(0).max(60_000).default(2_000),
  duplicateReceipt: share.default(0),
  /** Each receipt is delayed by up to this time, so that they overtake one another. */
  receiptDelayMs: z.int().min(0).max(600_000).default(0),
})
export type ChannelHostility = z.output<typeof zChannelHostility>
