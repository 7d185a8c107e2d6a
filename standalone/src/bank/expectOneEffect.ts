import type { TestService } from '@hearth/command-service/testing/fixture'
import type { Id } from '@hearth/contracts/kernel/ids'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { expect } from 'vitest'
import { wrongEffects } from './hostileChecks.ts'
import { bankTotals, payoutStates, totals, type TestBank } from './payoutWorld.ts'

/** The read model of the ledger is up to date: no entry is on its way there. */
export const waitUntilLedgerRead = ({ pool }: Pick<TestService, 'pool'>): Promise<void> =>
  waitUntil(
    async () => (await pool.query(`select from read.ledger_entry where state = 'assigned'`)).rowCount === 0,
    30_000,
    'the read model',
  )

/**
 * Waits for the end of the payouts of these accounts, which were owed 10,000, 10,001, … cents, and compares
 * the bank's books with the ledger.
 */
export const expectOneEffectEach = async (
  service: TestService,
  { bank: { books } }: TestBank,
  accounts: readonly Id[],
): Promise<void> => {
  const count = accounts.length
  await waitUntil(
    async () => {
      const { paid = 0, cancelled = 0 } = await payoutStates(service, accounts)
      return paid + cancelled === count
    },
    90_000,
    'the end of every payout',
  )
  await waitUntil(async () => (await totals(service, accounts)).inTransitMinor === 0, 30_000, 'the ledger')
  const transfers = books.transfers()
  const ledger = await totals(service, accounts)
  expect(bankTotals(transfers).twice).toEqual([])
  expect(await wrongEffects(service, transfers)).toEqual([])
  expect(ledger.openMinor + ledger.paidMinor).toBe((count * (2 * 10_000 + count - 1)) / 2)
  await waitUntilLedgerRead(service)
  expect((await service.payouts.reconcile?.(0))?.differences).toEqual([])
}
