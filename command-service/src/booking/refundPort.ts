import type { Money } from '@hearth/contracts/kernel/money'

export type RefundRequest = Readonly<{
  refundId: string
  bookingId: string
  amount: Money
  /** Equal for every attempt at the same refund: the provider pays it once. */
  idempotencyKey: string
}>

/**
 * `failed` is the provider's certain no; an unclear outcome rejects, and the same request is sent again
 * later.
 */
export type RefundAnswer =
  | Readonly<{ kind: 'settled'; providerRef: string }>
  | Readonly<{ kind: 'failed'; code: string }>

/** How money goes back to guests. */
export type RefundPort = (request: RefundRequest) => Promise<RefundAnswer>

/** A provider that pays at once, and names the same payment again when asked again. */
export const sandboxRefunds: RefundPort = async ({ idempotencyKey }) => ({
  kind: 'settled',
  providerRef: `sandbox-${idempotencyKey}`,
})
