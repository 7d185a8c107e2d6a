import { createHash } from 'node:crypto'
import { z } from 'zod'

const share = z.number().min(0).max(1)

/**
 * How the bank misbehaves: shares of all transfers from 0 to 1, times in milliseconds. A field left out means
 * no misbehaviour.
 */
export const zHostility = z.strictObject({
  /** Executes and cuts the connection without an answer. */
  cutAfter: share.default(0),
  /** Executes and never answers. */
  silentAfter: share.default(0),
  /** Executes and answers 500. */
  errorAfter: share.default(0),
  /** Answers 500 and does nothing. */
  errorBefore: share.default(0),
  /** Accepts no orders for a moment and says so. */
  down: share.default(0),
  /** Executes, and answers late. */
  late: share.default(0),
  lateMs: z.number().int().min(0).max(60_000).default(2_000),
  duplicateWebhook: share.default(0),
  lostWebhook: share.default(0),
  /** Each webhook is delayed by up to this time, so that they overtake one another. */
  webhookDelayMs: z.number().int().min(0).max(600_000).default(0),
  /** Of the accepted transfers: failed later, and returned two days after they were paid. */
  failed: share.default(0),
  returned: share.default(0),
  /** From accepting an order to paying it, on the bank's clock. */
  settleMs: z.number().int().min(0).max(86_400_000).default(1_000),
})
export type Hostility = z.output<typeof zHostility>

/** The same seed and the same label give the same number in [0, 1), independent of earlier calls. */
export const chance = (seed: string, ...label: readonly (string | number)[]): number =>
  createHash('sha256')
    .update([seed, ...label].join('/'))
    .digest()
    .readUInt32BE(0) /
  2 ** 32
