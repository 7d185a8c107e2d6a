import type { Money } from '@hearth/contracts/kernel/money'

export type RefundRequest = Readonly<{
  refundId: string
  bookingId: string
  amount: Money
  /** Equal for every attempt at the same refund: the provider pays it once. */
  idempotencyKey: string
}>

/**
 * `failed` is the provider's definite refusal; an unclear outcome rejects, and the same request is sent again
 * later.
 */
export type RefundAnswer =
  | Readonly<{ kind: 'settled'; providerRef: string }>
  | Readonly<{ kind: 'failed'; code: string }>

/** The provider of refunds to guests. */
export type RefundPort = (request: RefundRequest) => Promise<RefundAnswer>

/** A provider that pays immediately and answers a repeated request with the same payment. */
export const sandboxRefunds: RefundPort = async ({ idempotencyKey }) => ({
  kind: 'settled',
  providerRef: `sandbox-${idempotencyKey}`,
})
