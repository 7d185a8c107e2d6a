import { createHmac } from 'node:crypto'
import { payableUnit, type Currency } from '@hearth/contracts/kernel/money'
import { MAX_DEPOSIT_UNITS } from '@hearth/contracts/payout-account'

/**
 * Two amounts of 1 to 99 payable units of the currency, computed from a secret: the same when they are sent and
 * when they are checked. What was sent is in the account of its cost only (`depositCosts.ts`).
 */
export type ComputeDeposits = (methodId: string) => readonly [number, number]

/** `key`: COMMAND_HASH_KEY. */
export const createDepositAmounts =
  (key: string): ComputeDeposits =>
  (methodId) => {
    const digest = createHmac('sha256', key).update(`micro-deposits/${methodId}`).digest()
    const amountAt = (offset: number) => 1 + (digest.readUInt32BE(offset) % MAX_DEPOSIT_UNITS)
    return [amountAt(0), amountAt(4)]
  }

/** Deposits in minor units of the currency. */
export const toMinor = (
  [first, second]: readonly [number, number],
  currency: Currency,
): readonly [number, number] => [first * payableUnit(currency), second * payableUnit(currency)]
