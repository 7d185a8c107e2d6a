import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CHILD_SETTINGS,
  startTestSystem,
  readTypes,
  type TestSystem,
} from '@hearth/command-service/testing/fixture'
import { createSandboxBank } from '@hearth/command-service/payout/sandboxBank'
import type { Id } from '@hearth/contracts/kernel/ids'
import { secret } from '@hearth/platform/config/secret'
import { startChild, type ReadyChild } from '@hearth/platform/testing/child'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '@hearth/platform/process/freePort'
import { zHostility } from './hostility.ts'
import {
  bankTotals,
  BUSINESS_DAY,
  openPaidAccount,
  owe,
  payoutStates,
  startBank,
  totals,
  type TestBank,
} from './payoutWorld.ts'

const COUNT = 24
const TOKEN = 'a-token-of-the-sandbox-bank'
const SECRET = 'a-secret-that-signs-webhooks'
const HOSTILE = {
  cutAfter: 0.06,
  errorAfter: 0.04,
  errorBefore: 0.03,
  late: 0.05,
  lateMs: 300,
  duplicateWebhook: 0.3,
  webhookDelayMs: 1_500,
  failed: 0.08,
  settleMs: 200,
}

let system: TestSystem
let bank: TestBank
let worker: ReadyChild
let startWorker: () => Promise<ReadyChild>
const directory = mkdtempSync(join(tmpdir(), 'hearth-bank-'))

beforeAll(async () => {
  const port = await freePort()
  bank = await startBank({
    file: join(directory, 'books.jsonl'),
    seed: 'payouts',
    token: TOKEN,
    hostility: HOSTILE,
    webhook: { url: `http://127.0.0.1:${port}/api/webhooks/bank`, secret: SECRET },
  })
  system = await startTestSystem({
    payoutProvider: createSandboxBank({ url: bank.url, token: secret(TOKEN) }),
  })
  startWorker = () =>
    startChild('command-service/src/main.ts', [], {
      ...CHILD_SETTINGS,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DATABASE_URL: system.stack.databaseUrl,
      EVENTSTORE_URL: system.stack.eventStoreUrl,
      SWEEP_INTERVAL_MS: '500',
      RATE_LIMIT_FACTOR: '1000',
      BANK_URL: bank.url,
      BANK_TOKEN: TOKEN,
      BANK_WEBHOOK_SECRET: SECRET,
    })
  worker = await startWorker()
})
afterAll(async () => {
  await worker?.stop()
  await bank?.close()
  await system?.stop()
  rmSync(directory, { recursive: true })
})

/** The read model of the ledger is up to date: no entry is on its way there. */
const nothingAssigned = () =>
  waitUntil(
    async () =>
      (await system.service.pool.query(`select from read.ledger_entry where state = 'assigned'`)).rowCount ===
      0,
    30_000,
    'the read model',
  )

it('pays every host once, however the bank answers, workers die and the queue is lost', async () => {
  const { service } = system
  const accounts: Id[] = []
  for (let index = 0; index < COUNT; index += 1) {
    // One of them has closed its bank account.
    const account = await openPaidAccount(service, index === 0 ? 'NL35RABO0000009901' : undefined)
    await owe(service, account, 10_000 + index)
    accounts.push(account)
  }
  await waitUntil(async () => (await service.pool.query('select from read.ledger_entry')).rowCount === COUNT)
  await service.payouts.runDay(BUSINESS_DAY)
  // From nine on, the worker's own run of today may be faster with some of them.
  await waitUntil(
    async () => Object.values(await payoutStates(service)).reduce((sum, count) => sum + count, 0) === COUNT,
    30_000,
    'a payout for each host',
  )
  // Nothing more is due that day.
  expect(await service.payouts.runDay(BUSINESS_DAY)).toBe(0)

  for (const done of [COUNT / 8, COUNT / 3]) {
    await waitUntil(() => bank.bank.books.transfers().length >= done, 30_000, `${done} transfers`)
    await worker.kill()
    await service.pool.query('drop schema if exists jobs cascade')
    worker = await startWorker()
  }
  await waitUntil(
    async () => {
      const { paid = 0, cancelled = 0 } = await payoutStates(service)
      return paid + cancelled === COUNT
    },
    90_000,
    'the end of every payout',
  )
  await waitUntil(async () => (await totals(service, accounts)).inTransitMinor === 0, 30_000, 'the ledger')

  const { paidMinor, twice } = bankTotals(bank.bank.books.transfers())
  const books = await totals(service, accounts)
  expect(twice).toEqual([])
  expect(books.paidMinor).toBe(paidMinor)
  expect(books.openMinor + books.paidMinor).toBe((COUNT * (2 * 10_000 + COUNT - 1)) / 2)
  expect((await payoutStates(service))['cancelled'] ?? 0).toBeGreaterThan(0)
  await nothingAssigned()
  expect((await service.payouts.reconcile?.(0))?.differences).toEqual([])
})

it('owes a payout again that was returned days later, and stops its method', async () => {
  const { service } = system
  bank.bank.setHostility(zHostility.parse({}))
  // An account for which this bank returns payments.
  const account = await openPaidAccount(service, 'NL08RABO0000009902')
  await owe(service, account, 54_321)
  await waitUntil(
    async () =>
      (await service.pool.query(`select from read.ledger_entry where host_account_id = $1`, [account]))
        .rowCount === 1,
  )
  await service.payouts.runDay(BUSINESS_DAY)
  await waitUntil(async () => (await totals(service, [account])).paidMinor === 54_321, 60_000, 'the payment')
  bank.bank.passTime(2 * 24 * 3_600_000)
  await waitUntil(async () => (await totals(service, [account])).openMinor === 54_321, 30_000, 'the return')
  await waitUntil(async () => (await readTypes(service, `payoutAccount-${account}`)).includes('HoldPlaced'))
  expect(await service.payouts.runs.runAccount(account, BUSINESS_DAY)).toEqual([])
})

it('finds transfers that we did not order, and stops the account concerned', async () => {
  const { service } = system
  bank.bank.setHostility(zHostility.parse({}))
  const account = await openPaidAccount(service)
  await owe(service, account, 12_345)
  await waitUntil(
    async () =>
      (await service.pool.query(`select from read.ledger_entry where host_account_id = $1`, [account]))
        .rowCount === 1,
  )
  await service.payouts.runDay(BUSINESS_DAY)
  await waitUntil(async () => (await totals(service, [account])).paidMinor === 12_345, 60_000, 'the payment')
  await nothingAssigned()
  const of = bank.bank.books.transfers().find(({ amountMinor }) => amountMinor === 12_345)
  if (of === undefined) throw new Error('Nothing was paid')
  bank.bank.books.add({
    kind: 'accepted',
    id: 'tr_again',
    reference: of.reference,
    amountMinor: of.amountMinor,
    currency: of.currency,
    payee: {},
    at: of.at,
  })
  bank.bank.books.add({ kind: 'paid', id: 'tr_again', at: of.at })
  const differences = (await service.payouts.reconcile?.(0))?.differences
  expect(differences).toMatchObject([
    { hostAccountId: account, what: 'paid_twice', expected: '1', actual: '2' },
  ])
  expect(await readTypes(service, `payoutAccount-${account}`)).toContain('HoldPlaced')
})
