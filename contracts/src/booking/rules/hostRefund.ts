import { applyBps, sum } from '../../kernel/money.ts'
import type { AgreedStay } from '../alterationMessages.ts'
import type { CancellationOutcome } from '../money.ts'
import { hostParts } from './bookingMoney.ts'

/** What a host gave back of a stay before; minor units. */
export type HostGave = Readonly<{ amountMinor: number; feeBaseMinor: number; platformFeeMinor: number }>
export const GAVE_NOTHING: HostGave = { amountMinor: 0, feeBaseMinor: 0, platformFeeMinor: 0 }

/** What is left of a stay, or of what its cancellation or no-show left; minor units. */
export type HostHas = Readonly<{
  /** All that the host can still give back. */
  limitMinor: number
  /** What the platform fee was taken of, and was not given back yet. */
  feeBaseMinor: number
  /** What the host receives in all. */
  hostMinor: number
}>

export const findHostHas = (
  { money, snapshot }: Pick<AgreedStay, 'money' | 'snapshot'>,
  outcome: CancellationOutcome | null,
  gave: HostGave,
): HostHas => {
  const { nightsMinor } = hostParts(money)
  const refunded = sum(
    (outcome?.refundLines ?? []).map(({ code, amountMinor }) => (code === 'nights' ? amountMinor : 0)),
  )
  const keepsMinor = outcome?.hostKeepsMinor ?? money.hostSubtotalMinor
  const { cleaningRetainedMinor, hostPayoutMinor } = outcome ?? money
  const baseMinor = snapshot.fee.model === 'full_service' ? nightsMinor - refunded : keepsMinor
  return {
    limitMinor: Math.max(0, keepsMinor - cleaningRetainedMinor - gave.amountMinor),
    feeBaseMinor: Math.max(0, baseMinor - gave.feeBaseMinor),
    hostMinor: hostPayoutMinor - gave.amountMinor + gave.platformFeeMinor,
  }
}

/** What the guest gets, the part of it that bore the fee, and the fee that Hearth returns on it. */
export type HostRefund = Readonly<{ amountMinor: number; feeBaseMinor: number; feeReturnedMinor: number }>

export const computeRefundByHost = (
  amountMinor: number,
  has: Pick<HostHas, 'feeBaseMinor'>,
  { fee }: Pick<AgreedStay['snapshot'], 'fee'>,
): HostRefund => {
  const feeBaseMinor = Math.min(amountMinor, has.feeBaseMinor)
  return { amountMinor, feeBaseMinor, feeReturnedMinor: applyBps(feeBaseMinor, fee.bps) }
}
