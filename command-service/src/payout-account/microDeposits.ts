import { createHmac } from 'node:crypto'
import { MAX_DEPOSIT_MINOR } from '@hearth/contracts/payout-account'

/**
 * Two amounts of 1 to 99 minor units that only we can work out: what is sent is what is asked for, and
 * neither stands anywhere.
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
