import { zCurrency, payablePart, type Currency } from '@hearth/contracts/kernel/money'
import { newId } from '@hearth/contracts/kernel/ids'
import { NO_PAYOUT_ACCOUNT, payoutAccount, zDepositIn } from '@hearth/contracts/payout-account'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MicroDeposits } from '../payout/provider.ts'
import { handlerWith } from '../testing/handlerWith.ts'
import { createDepositAmounts } from './microDeposits.ts'
import { createDepositSender } from './sendDeposits.ts'

/** What the worker asks the bank to send for a method of this currency. */
const sendIn = async (currency: Currency, methodId: string): Promise<MicroDeposits> => {
  const asked: MicroDeposits[] = []
  const method = { methodId, currency, vaultRef: 'v1', deposits: 'waiting', failure: null }
  const { send } = createDepositSender({
    handler: handlerWith(() => ({ ...NO_PAYOUT_ACCOUNT, methods: { [methodId]: method } })),
    handle: async () => ({ kind: 'rejected', code: 'NOT_FOUND', detail: '', facts: {} }),
    provider: {
      sendMicroDeposits: async (deposits) => {
        asked.push(deposits)
        return { kind: 'sent' }
      },
    },
    readPayee: async () => ({ holderName: 'Casa Sol', bank: { type: 'sepa', iban: 'PT50' } }),
    computeDeposits: createDepositAmounts('a key of the test'),
    pairs: { claim: async () => 'own', markSent: async () => undefined, release: async () => undefined },
    costs: { post: async () => undefined },
  })
  await send({ hostAccountId: 'a', methodId }, { correlationId: newId() })
  const [deposits] = asked
  if (deposits === undefined) throw new Error('Nothing was sent')
  return deposits
}

test('deposits can be transferred and confirmed in every currency', async () => {
  const { schema } = payoutAccount.commands.VerifyPayoutMethod
  const schemas = new Map(zCurrency.options.map((currency) => [currency, zDepositIn(currency)]))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...zCurrency.options), fc.uuid(), async (currency, methodId) => {
      const { amountsMinor } = await sendIn(currency, methodId)
      const [firstMinor, secondMinor] = amountsMinor
      expect(amountsMinor.map((amount) => payablePart(amount, currency))).toEqual(amountsMinor)
      expect(amountsMinor.map((amount) => schemas.get(currency)?.safeParse(amount).success)).toEqual([
        true,
        true,
      ])
      expect(schema.safeParse({ methodId, firstMinor, secondMinor }).success).toBe(true)
    }),
    { numRuns: 200 },
  )
})
