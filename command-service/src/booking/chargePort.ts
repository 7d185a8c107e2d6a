import type { Money } from '@hearth/contracts/kernel/money'

export type ChargeRequest = Readonly<{
  bookingId: string
  amount: Money
  /** Equal for every attempt at the same charge: the provider takes it once, and answers the same again. */
  idempotencyKey: string
}>

/**
 * `failed` is the provider's definite refusal; an unclear outcome rejects, and the same request is sent again
 * later.
 */
export type ChargeAnswer =
  | Readonly<{ kind: 'charged'; providerRef: string }>
  | Readonly<{ kind: 'failed'; code: string }>

/** The provider that charges a guest for what an altered stay costs more. */
export type ChargePort = (request: ChargeRequest) => Promise<ChargeAnswer>

/** A provider that charges immediately and answers a repeated request with the same payment. */
export const sandboxCharges: ChargePort = async ({ idempotencyKey }) => ({
  kind: 'charged',
  providerRef: `sandbox-${idempotencyKey}`,
})
