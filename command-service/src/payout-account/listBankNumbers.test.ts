import { NO_PAYOUT_ACCOUNT } from '@hearth/contracts/payout-account'
import { expect, test } from 'vitest'
import { emptyLedger } from '../ledger/ledger.state.ts'
import { handlerWith } from '../testing/handlerWith.ts'
import { createNumberForgetter } from '../vault/numberSweep.ts'
import { createBankNumberList } from './listBankNumbers.ts'

/** What the streams say while a payout to the removed bank account is, or is not, on its way. */
const paying = (flight: object | null) =>
  handlerWith((category) =>
    category === 'payoutAccount'
      ? NO_PAYOUT_ACCOUNT
      : category === 'hostLedger'
        ? { ...emptyLedger, assigned: { p1: { currency: 'EUR', amountMinor: 1, entries: [] } } }
        : { status: 'planned', flight },
  )

test('a number that is being paid stays until the bank has answered', async () => {
  const kept: (readonly string[])[] = []
  const vault = {
    removeUnnamed: async (_tenant: string, _kind: string, named: readonly string[]) => {
      kept.push(named)
      return 0
    },
  }
  const forget = (flight: object | null) =>
    createNumberForgetter(vault, 'bank_account', createBankNumberList(paying(flight)))('a')
  expect(await forget({ method: { vaultRef: 'v1' } })).toBe(1)
  expect(await forget(null)).toBe(0)
  expect(kept).toEqual([['v1'], []])
})
