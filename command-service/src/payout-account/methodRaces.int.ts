import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { entryFrom } from '@hearth/contracts/ledger'
import type { PayoutMethod } from '@hearth/contracts/payout-account'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentOrder, PayoutProvider } from '../payout/provider.ts'
import { SCHEDULER } from '../runtime/internal.ts'
import {
  accepted,
  CHILD_SETTINGS,
  command,
  movableClock,
  openTestService,
  PEOPLE,
  type TestService,
} from '../testing/fixture.ts'
import { createDepositAmounts } from './microDeposits.ts'
import { payoutAccount } from './payoutAccount.decider.ts'

/** `RACES=1000` for all of them. */
const RACES = Number(process.env['RACES'] ?? 24)
const CONCURRENCY = 8
const LONG_AGO = '2026-01-05T09:00:00.000Z'
const BUSINESS_DAY = '2026-03-04T09:00:00.000Z'
const [OLD_IBAN, NEW_IBAN] = ['DE89370400440532013000', 'PT50000201231234567890154']
const COOLING_MS = 72 * 3_600_000

const orders: PaymentOrder[] = []
const provider: PayoutProvider = {
  name: 'scripted',
  pay: async (order) => {
    orders.push(order)
    return { kind: 'accepted', providerRef: `tr_${order.attemptKey}`, expectedArrival: null }
  },
  lookUp: async () => ({ kind: 'absent' }),
  sendMicroDeposits: async () => ({ kind: 'sent' }),
  statement: async () => undefined,
}

const clock = movableClock()
let stack: TestStack
let service: TestService
beforeAll(async () => {
  stack = await startTestStack()
  service = await openTestService(stack, { payoutProvider: provider, now: clock.now })
})
afterAll(async () => {
  await service?.close()
  await stack?.stop()
})

const depositsOf = createDepositAmounts(CHILD_SETTINGS.COMMAND_HASH_KEY)
const bankAccount = (iban: string) => ({
  currency: 'EUR',
  holderName: 'Casa Sol',
  bankName: null,
  bank: { type: 'sepa', iban },
})

/**
 * An account with a payout that is due to its old bank account, and a new one that was added and verified
 * just now.
 */
const prepare = async () => {
  const { handle, handler, payouts } = service
  const at = { occurredAt: LONG_AGO }
  const send = async (type: string, data: unknown, more: object = {}) =>
    accepted(await handle({ ...command(type, SCHEDULER, data, { id: accountId }), internal: true, ...more }))
  const { id: accountId } = accepted(
    await handle(
      command(
        'OpenAccount',
        PEOPLE.importer,
        {
          displayName: 'Casa Sol',
          kind: 'company',
          country: 'PT',
          defaultCurrency: 'EUR',
          timezone: 'Europe/Lisbon',
        },
        at,
      ),
    ),
  )
  await send('ImportPayoutMethod', bankAccount(OLD_IBAN), at)
  const source = { stream: 'booking-test', revision: 0, eventId: newId() }
  const entry = entryFrom(
    {
      kind: 'reimbursement',
      currency: 'EUR',
      availableAt: LONG_AGO,
      listingId: null,
      bookingId: null,
      source,
      policies: [],
      text: 'Owed by a test',
    },
    [{ code: 'from_fund', amountMinor: 81_640, basis: { rule: 'stated' } }],
  )
  await send('PostEntries', { accountId, entries: [entry] }, at)
  const [payoutId = ''] = await payouts.runs.runAccount(accountId, BUSINESS_DAY)
  await send('AddPayoutMethod', bankAccount(NEW_IBAN))
  const methods = Object.values((await handler.view(payoutAccount, accountId, 0)).state.methods)
  const [old, fresh] = ['DE', 'PT'].map((country) =>
    methods.find((method) => method.country === country),
  ) as [PayoutMethod, PayoutMethod]
  const { methodId } = fresh
  const [firstMinor, secondMinor] = depositsOf(methodId)
  await send('ConfirmHolderName', { methodId, why: 'Looked at by a test.' })
  await send('RecordMicroDeposits', { methodId, outcome: 'sent' })
  await send('VerifyPayoutMethod', { methodId, firstMinor, secondMinor })
  return { accountId, payoutId, old, fresh, entryId: entry?.entryId ?? '' }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

const change = (accountId: Id, type: string, data: object) =>
  service.handle({ ...command(type, SCHEDULER, data, { id: accountId }), internal: true })

/**
 * Both at once, in either order; the changes differ between races. Where the old bank account is removed,
 * one waits for the other, so that each outcome is certain to occur.
 */
const race = async ({ accountId, payoutId, old, fresh }: Prepared, index: number): Promise<void> => {
  const { methodId } = fresh
  const changes = async () => {
    await change(accountId, 'SetDefaultMethod', { methodId })
    if (index % 3 === 1) await change(accountId, 'RemovePayoutMethod', { methodId: old.methodId })
    if (index % 3 === 2)
      await change(accountId, 'PlaceHold', {
        reason: 'staff_review',
        methodId: null,
        until: null,
        whatToDo: null,
      })
  }
  const submit = async () => {
    for (let round = 0; round < 1 + (index % 4); round += 1) await new Promise(setImmediate)
    await service.payouts.sending?.advance(payoutId)
  }
  const both = index % 2 === 0 ? [changes, submit] : [submit, changes]
  if (index % 3 === 1) for (const one of both) await one()
  else await Promise.all(both.map((one) => one()))
}

/** Where the payout went: read from the log, not from what decided. */
const readOutcome = async ({ payoutId, old, fresh }: Prepared): Promise<'old' | 'new' | 'nowhere'> => {
  const sent = orders.filter(({ attemptKey }) => attemptKey.startsWith(payoutId))
  expect(new Set(sent.map(({ attemptKey }) => attemptKey)).size).toBeLessThanOrEqual(1)
  for await (const { type, data, metadata } of service.store.read(`payout-${payoutId}`)) {
    if (type !== 'PayoutSubmitting') continue
    const { methodId } = (data as Readonly<{ method: Readonly<{ methodId: string }> }>).method
    const iban = methodId === fresh.methodId ? NEW_IBAN : OLD_IBAN
    for (const { payee } of sent) expect(payee.bank).toEqual({ type: 'sepa', iban })
    if (methodId === old.methodId) return 'old'
    expect(Date.parse(metadata['occurredAt'] ?? '') - Date.parse(fresh.addedAt)).toBeGreaterThanOrEqual(
      COOLING_MS,
    )
    return 'new'
  }
  expect(sent).toEqual([])
  return 'nowhere'
}

/** The same money once more, planned for the new bank account whether it may be paid or not. */
const payToNew = async ({ accountId, payoutId, entryId, ...rest }: Prepared): Promise<Prepared> => {
  const again = newId()
  const plan = { currency: 'EUR', amountMinor: 81_640, entryIds: [entryId] }
  accepted(await change(accountId, 'UnassignEntries', { accountId, payoutId, reason: 'method_changed' }))
  accepted(await change(accountId, 'AssignEntries', { accountId, payoutId: again, ...plan }))
  accepted(
    await change(again, 'SchedulePayout', {
      hostAccountId: accountId,
      ...plan,
      methodId: rest.fresh.methodId,
      listingIds: [null],
      scheduledFor: clock.now(),
    }),
  )
  await service.payouts.sending?.advance(again)
  return { accountId, payoutId: again, entryId, ...rest }
}

test(
  `${RACES} races of changing a bank account against paying it pay none in its cooling period`,
  { timeout: 120_000 + RACES * 1_000 },
  async () => {
    const outcomes = { old: 0, new: 0, nowhere: 0 }
    for (let begun = 0; begun < RACES; begun += CONCURRENCY) {
      const prepared = await Promise.all(
        Array.from({ length: Math.min(CONCURRENCY, RACES - begun) }, prepare),
      )
      // A third of the rounds at once, a third a breath before the 72 hours are over, a third just after.
      const round = (begun / CONCURRENCY) % 3
      if (round > 0) {
        const [first] = prepared
        const untilMs = Date.parse(first?.fresh.usableFrom ?? '') - Date.parse(clock.now())
        clock.forward((untilMs + (round === 1 ? -20 : 2_000)) / 3_600_000)
      }
      await Promise.all(prepared.map((one, index) => race(one, begun + index)))
      await Promise.all(
        prepared.map(async (one) => {
          const first = await readOutcome(one)
          outcomes[first === 'nowhere' ? await readOutcome(await payToNew(one)) : first] += 1
        }),
      )
    }
    console.log(`races: ${JSON.stringify(outcomes)}`)
    // Else the test has gone blind.
    expect(Math.min(outcomes.old, outcomes.new, outcomes.nowhere)).toBeGreaterThan(0)
  },
)
