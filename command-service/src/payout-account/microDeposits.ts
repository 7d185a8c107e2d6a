import { createHmac } from 'node:crypto'
import { MAX_DEPOSIT_MINOR } from '@hearth/contracts/payout-account'

/**
 * Two amounts of 1 to 99 minor units, computed from a secret: the same when they are sent and when they are
 * checked, and stored nowhere.
 */
export type ComputeDeposits = (methodId: string) => readonly [number, number]

/** `key`: COMMAND_HASH_KEY. */
export const createDepositAmounts =
  (key: string): ComputeDeposits =>
  (methodId) => {
    const digest = createHmac('sha256', key).update(`micro-deposits/${methodId}`).digest()
    const amountAt = (offset: number) => 1 + (digest.readUInt32BE(offset) % MAX_DEPOSIT_MINOR)
    return [amountAt(0), amountAt(4)]
  }
