import { bookings } from '@hearth/contracts/booking'
import type { Id } from '@hearth/contracts/kernel/ids'
import { newId } from '@hearth/contracts/kernel/ids'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { balances, entryFrom, ledgerEntries } from '@hearth/contracts/ledger'
import { formatAttemptKey, payouts, type ProviderReport } from '@hearth/contracts/payout'
import { payoutAccounts } from '@hearth/contracts/payout-account'
import { qualified } from '@hearth/platform/read-model/tables'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payoutAccountFold } from '../payout-account/payoutAccount.state.ts'
import type { PayoutProvider } from '../payout/provider.ts'
import { openDepositCosts } from '../payout/depositCosts.ts'
import { openBankMovements } from '../payout/bankMovements.ts'
import { planPayouts } from '../payout/plan.ts'
import { SCHEDULER } from '../runtime/internal.ts'
import { accepted, command, openTestService, type TestService } from '../testing/fixture.ts'
import { startPlace } from '../testing/place.ts'
import { createReadTables, insertRow } from '../testing/readTables.ts'
import { ledgerFold } from './ledger.state.ts'
import { findPayoutBreaches } from './payoutBreaches.ts'

let stack: TestStack
let service: TestService
let account: Id
/** What the bank's statement says. */
let statement: ProviderReport[] = []
const unused = async () => ({ kind: 'unknown', why: 'nothing is sent here' }) as const
const bank: PayoutProvider = {
  name: 'test-bank',
  pay: unused,
  lookUp: unused,
  sendMicroDeposits: unused,
  statement: async (after) => ({ reports: after === '' ? statement : [], next: String(statement.length) }),
}

beforeAll(async () => {
  stack = await startTestStack()
  service = await openTestService(stack, { payoutProvider: bank })
  await createReadTables(service.pool, [ledgerEntries, balances, payouts, payoutAccounts, bookings])
})
afterAll(async () => {
  await service?.close()
  await stack?.stop()
})

const insert = (resource: Pick<Resource, 'table'>, given: Readonly<Record<string, unknown>>) =>
  insertRow(service.pool, resource, given)

let payoutId = newId()
const soon = () => new Date().toISOString()
const part = (amountMinor: number) => [{ code: 'nights', amountMinor, basis: { rule: 'stated' } }]

const paidAtBank = (more: Partial<ProviderReport> = {}): ProviderReport => ({
  attemptKey: formatAttemptKey(payoutId, 1),
  result: 'paid',
  providerRef: 'tr_1',
  amountMinor: 94_640,
  currency: 'EUR',
  at: '2026-07-15T06:00:00.000Z',
  code: null,
  expectedArrival: null,
  ...more,
})

/** Correct books: 700.00 owed, 946.40 paid out to a method that could be used long before. */
beforeEach(async () => {
  for (const { table } of [ledgerEntries, balances, payouts, payoutAccounts, bookings])
    await service.pool.query(`truncate ${qualified(table)}`)
  await service.pool.query('truncate app.bank_movement, app.bank_statement, app.payout_look_up')
  account = (await startPlace(service)).accountId
  payoutId = newId()
  statement = [paidAtBank()]
  const own = { host_account_id: account, currency: 'EUR', tenant_id: account }
  await insert(ledgerEntries, {
    ...own,
    id: 'open',
    state: 'open',
    amount_minor: 70_000,
    components: part(70_000),
  })
  await insert(ledgerEntries, {
    ...own,
    id: 'paid',
    state: 'settled',
    amount_minor: 94_640,
    components: [...part(112_000), { code: 'platform_fee', amountMinor: -17_360, basis: { rule: 'stated' } }],
    payout_id: payoutId,
  })
  await insert(balances, {
    ...own,
    id: `${account}-EUR`,
    pending_minor: 20_000,
    available_minor: 50_000,
    paid_minor: 94_640,
  })
  await insert(payouts, {
    ...own,
    id: payoutId,
    state: 'paid',
    amount_minor: 94_640,
    entry_ids: ['paid'],
    method_id: 'm1',
    submitted_at: '2026-07-13T09:00:00.000Z',
    _at: soon(),
  })
  await owe()
  await insert(payoutAccounts, {
    id: account,
    tenant_id: account,
    methods: { m1: { methodId: 'm1', usableFrom: '2026-07-13T09:00:00.000Z' } },
  })
})

const readHolds = async () =>
  Object.values((await service.handler.view(payoutAccountFold, account, 0)).state.holds)

/** The account's events: what its balance shows. */
const owe = async () => {
  const post = async (amountMinor: number) => {
    const source = { stream: `hostLedger-${account}`, revision: 0, eventId: newId() }
    const entry = entryFrom(
      {
        kind: 'reimbursement',
        currency: 'EUR',
        availableAt: '2026-01-05T09:00:00.000Z',
        listingId: null,
        bookingId: null,
        source,
        policies: [],
        text: 'Owed',
      },
      [{ code: 'from_fund', amountMinor, basis: { rule: 'stated' } }],
    )
    accepted(
      await service.handle(
        command('PostEntries', SCHEDULER, { accountId: account, entries: [entry] }, { internal: true }),
      ),
    )
    return entry?.entryId ?? ''
  }
  await post(70_000)
  const entryIds = [await post(94_640)]
  for (const [type, data] of [
    ['AssignEntries', { currency: 'EUR', amountMinor: 94_640, entryIds }],
    ['SettleEntries', { at: '2026-07-15T06:00:00.000Z' }],
  ] as const) {
    accepted(
      await service.handle(
        command(type, SCHEDULER, { accountId: account, payoutId, ...data }, { internal: true }),
      ),
    )
  }
}
const change = (sql: string) => async () => void (await service.pool.query(sql))
const bankSays =
  (...reports: readonly ProviderReport[]) =>
  async () =>
    void (statement = [...reports])
const otherPayout = (more: Readonly<Record<string, unknown>>) =>
  insert(payouts, {
    id: newId(),
    host_account_id: account,
    currency: 'EUR',
    tenant_id: account,
    amount_minor: 0,
    method_id: 'm1',
    _at: soon(),
    ...more,
  })

/** Each invariant, broken on purpose. */
const BREACHES: readonly (readonly [invariant: string, what: string, breakIt: () => Promise<void>])[] = [
  [
    'I1',
    'an entry whose parts do not add up',
    change(`update ${qualified('ledger_entry')} set components = '[]' where id = 'open'`),
  ],
  [
    'I2',
    'a balance that is not what its lines say',
    change(`update ${qualified('balance')} set available_minor = available_minor + 1`),
  ],
  [
    'I2',
    'a debt that nobody may have',
    change(
      `
        with
          changed as (update ${qualified('balance')} set available_minor = -11000000, pending_minor = 0)
        update ${qualified('ledger_entry')}
        set amount_minor = -11000000, components = '[{"amountMinor": -11000000}]'
        where id = 'open'`,
    ),
  ],
  ['I3', 'an entry in two payouts', () => otherPayout({ state: 'scheduled', entry_ids: ['paid'] })],
  [
    'I4',
    'a payout that is not what its entries come to',
    change(`update ${qualified('payout')} set amount_minor = 94641`),
  ],
  [
    'I4',
    'a payout without entries',
    change(`update ${qualified('ledger_entry')} set payout_id = null where id = 'paid'`),
  ],
  ['I5', 'a payout that the bank has not paid', async () => bankSays(paidAtBank({ result: 'accepted' }))()],
  [
    'I5',
    'a payout that the bank has paid twice',
    async () =>
      bankSays(
        paidAtBank(),
        paidAtBank({ providerRef: 'tr_2', attemptKey: formatAttemptKey(payoutId, 2) }),
      )(),
  ],
  [
    'I5',
    'a payout of which the bank has paid another amount',
    async () => bankSays(paidAtBank({ amountMinor: 94_604 }))(),
  ],
  [
    'I5',
    'a payout that was given up and that the bank has paid',
    change(`update ${qualified('payout')} set state = 'cancelled'`),
  ],
  [
    'I6',
    'a payout to a method inside its cooling period',
    change(`update ${qualified('payout')} set submitted_at = '2026-07-13T08:59:59.999Z'`),
  ],
  [
    'I7',
    'totals that are not what the events come to',
    change(`update ${qualified('balance')} set in_transit_minor = 5`),
  ],
  [
    'I8',
    'a payout that nobody asks the bank after',
    () => otherPayout({ state: 'submitted', submitted_at: new Date(Date.now() - 3_600_000).toISOString() }),
  ],
]

describe('the books', () => {
  it('agree while they are consistent', async () => {
    await otherPayout({ state: 'submitted', submitted_at: soon() })
    expect(await service.bookkeeper.check()).toEqual([])
    expect(await service.bookkeeper.check()).toEqual([])
    expect(await readHolds()).toEqual([])
  })

  it.each(BREACHES)(
    '%s: %s raises an alarm and stops the payouts, at the second check',
    async (invariant, _what, breakIt) => {
      await breakIt()
      expect(await service.bookkeeper.check()).toEqual([])
      expect(await readHolds()).toEqual([])
      expect(await service.bookkeeper.check()).toContainEqual(
        expect.objectContaining({ invariant, hostAccountId: account }),
      )
      expect(await readHolds()).toMatchObject([
        { reason: 'staff_review', methodId: null, code: 'books_differ' },
      ])
      expect(
        service.lines.some(
          (line) => JSON.stringify(line).includes(account) && JSON.stringify(line).includes(`"${invariant}"`),
        ),
      ).toBe(true)
      await service.bookkeeper.check()
      expect(await readHolds()).toHaveLength(1)
      expect(
        planPayouts(
          account,
          (await service.handler.view(ledgerFold, account, 0)).state,
          (await service.handler.view(payoutAccountFold, account, 0)).state,
          soon(),
        ),
      ).toEqual([])
    },
  )

  it('need no second hold next to one without a code', async () => {
    const { revision } = await service.handler.view(payoutAccountFold, account, 0)
    const data = {
      hostAccountId: account,
      holdId: newId(),
      reason: 'staff_review',
      methodId: null,
      until: null,
      whatToDo:
        'We found a difference in our books and check it. There is nothing to do for you; ' +
        'payouts go on when it is settled.',
    }
    const metadata = { tenantId: account, schema: '1', occurredAt: soon(), commandId: newId() }
    await service.store.append(
      `payoutAccount-${account}`,
      [{ id: newId(), type: 'HoldPlaced', data, metadata }],
      revision < 0n ? 'absent' : revision,
    )
    await service.pool.query(`update ${qualified('balance')} set available_minor = available_minor + 1`)
    await service.bookkeeper.check()
    expect(await service.bookkeeper.check()).toContainEqual(expect.objectContaining({ invariant: 'I2' }))
    expect(await readHolds()).toMatchObject([{ holdId: data.holdId, code: 'books_differ' }])
  })

  it('raise an alarm about a payment to an unknown recipient and stop no account', async () => {
    statement = [...statement, paidAtBank({ attemptKey: formatAttemptKey(newId(), 1), providerRef: 'tr_9' })]
    await service.bookkeeper.check()
    await service.pool.query(`update app.bank_movement set taken_in_at = now() - interval '1 hour'`)
    await service.bookkeeper.check()
    expect(await service.bookkeeper.check()).toMatchObject([{ invariant: 'I5', hostAccountId: null }])
    expect(await readHolds()).toEqual([])
  })

  it('raise no alarm about a deposit that verifies a bank account, as it was sent', async () => {
    const key = newId()
    await openDepositCosts(service.pool).post(newId(), { key, currency: 'EUR', amountsMinor: [11, 12] })
    const deposit = { attemptKey: `${key}-1`, providerRef: 'tr_10', amountMinor: 11 }
    statement = [...statement, paidAtBank(deposit)]
    await service.bookkeeper.check()
    await service.pool.query(`update app.bank_movement set taken_in_at = now() - interval '1 hour'`)
    await service.bookkeeper.check()
    expect(await service.bookkeeper.check()).toEqual([])
    await service.pool.query(`update app.bank_movement set amount_minor = 1_100 where provider_ref = 'tr_10'`)
    await service.bookkeeper.check()
    expect(await service.bookkeeper.check()).toMatchObject([{ invariant: 'I5', hostAccountId: null }])
  })

  it('are not compared with an unreadable statement', async () => {
    statement = []
    const broken = { ...bank, statement: async () => undefined }
    expect(await openBankMovements({ pool: service.pool, provider: broken }).readOn()).toBe(false)
    expect(await findPayoutBreaches(service.pool, soon(), false)).toEqual([])
  })

  it('do not stop payouts while only one read model is ahead', async () => {
    await service.pool.query(`update ${qualified('balance')} set available_minor = available_minor + 5`)
    await service.bookkeeper.check()
    await service.pool.query(`update ${qualified('balance')} set available_minor = available_minor - 5`)
    expect(await service.bookkeeper.check()).toEqual([])
    expect(await readHolds()).toEqual([])
  })

  it('do not stop payouts while a read model lags, for a limited time', async () => {
    await service.pool.query(
      `create table ${qualified('segment')} (projection text, serving boolean, commit numeric)`,
    )
    try {
      await service.pool.query(
        `
          insert into ${qualified('segment')}
          values ('balance', true, 100), ('ledger_entry', true, 70), ('listing', true, 3)`,
      )
      await service.pool.query(`update ${qualified('balance')} set available_minor = available_minor + 5`)
      for (const position of [70, 99]) {
        await service.pool.query(
          `update ${qualified('segment')} set commit = $1 where projection = 'ledger_entry'`,
          [position],
        )
        expect(await service.bookkeeper.check()).toEqual([])
        expect(await service.bookkeeper.check()).toEqual([])
      }
      expect(await readHolds()).toEqual([])
      await service.pool.query(
        `update ${qualified('segment')} set commit = 100 where projection = 'ledger_entry'`,
      )
      expect(await service.bookkeeper.check()).toMatchObject([{ invariant: 'I2' }])
      await service.pool.query(`update ${qualified('balance')} set available_minor = available_minor + 1`)
      await service.pool.query(
        `update ${qualified('segment')} set commit = 99 where projection = 'ledger_entry'`,
      )
      for (let looks = 0; looks < 10; looks += 1) expect(await service.bookkeeper.check()).toEqual([])
      expect(await service.bookkeeper.check()).toMatchObject([{ invariant: 'I2' }])
    } finally {
      await service.pool.query(`drop table ${qualified('segment')}`)
    }
  })

  it('compare every booking with the ledger, except those that have just changed', async () => {
    const booked = (id: string, more: Readonly<Record<string, unknown>>) =>
      insert(bookings, {
        id,
        tenant_id: account,
        host_account_id: account,
        status: 'completed',
        host_payout_minor: 94_640,
        _at: '2026-07-13T09:00:00.000Z',
        ...more,
      })
    const earned = (id: string, kind: string, amountMinor: number) =>
      insert(ledgerEntries, {
        id: `${id}-${kind}`,
        tenant_id: account,
        host_account_id: account,
        currency: 'EUR',
        state: 'settled',
        kind,
        booking_id: id,
        amount_minor: amountMinor,
      })
    await booked('paid', {})
    await earned('paid', 'booking_earnings', 94_640)
    await earned('paid', 'chargeback', -5_000)
    await booked('cancelled', { status: 'cancelled', host_payout_minor: -28_000 })
    await earned('cancelled', 'host_cancellation_fee', -28_000)
    await booked('to come', { status: 'confirmed' })
    await booked('just now', { _at: new Date().toISOString() })
    expect(await service.bookkeeper.compareBookings()).toEqual([])
    await booked('forgotten', {})
    await booked('wrong', {})
    await earned('wrong', 'booking_earnings', 94_641)
    expect((await service.bookkeeper.compareBookings()).map(({ about, detail }) => [about, detail])).toEqual([
      ['forgotten', 'The booking earns 94640, the ledger has 0 of it'],
      ['wrong', 'The booking earns 94640, the ledger has 94641 of it'],
    ])
    expect(await readHolds()).toHaveLength(1)
  })
})
