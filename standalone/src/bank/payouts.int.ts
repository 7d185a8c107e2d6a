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
import { startTestRedis } from '@hearth/platform/testing/redis'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '@hearth/platform/process/freePort'
import { expectOneEffectEach, waitUntilLedgerRead } from './expectOneEffect.ts'
import { zHostility } from './hostility.ts'
import { expectLineSetAside, expectReturnsConfirmed } from './settledByStaff.ts'
import {
  bankTotals,
  BUSINESS_DAY,
  openActiveCount,
  openPaidAccount,
  owe,
  payoutStates,
  startBank,
  totals,
  type TestBank,
} from './payoutWorld.ts'

const COUNT = 24
const COUNT_ON_REDIS = 8
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
/** The bank executes every order, and answers so late that a worker can be killed before. */
const SLOW = zHostility.parse({
  ...HOSTILE,
  cutAfter: 0,
  errorAfter: 0,
  errorBefore: 0,
  late: 1,
  lateMs: 30_000,
})

let system: TestSystem
let bank: TestBank
let worker: ReadyChild
let startWorker: (redisUrl?: string) => Promise<ReadyChild>
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
  startWorker = (redisUrl = '') =>
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
      REDIS_URL: redisUrl,
    })
  worker = await startWorker()
})
afterAll(async () => {
  await worker?.stop()
  await bank?.close()
  await system?.stop()
  rmSync(directory, { recursive: true })
})

/**
 * Plans a payout for each of so many new hosts, the first of which may have closed its bank account. They are
 * owed 100.00 and a cent more for each host before them, of whom `before` had their payouts planned earlier.
 */
const planPayouts = async (count: number, before = 0, firstIban?: string): Promise<readonly Id[]> => {
  const { service } = system
  const accounts: Id[] = []
  for (let index = 0; index < count; index += 1) {
    const account = await openPaidAccount(service, index === 0 ? firstIban : undefined)
    await owe(service, account, 10_000 + before + index)
    accounts.push(account)
  }
  await waitUntil(
    async () =>
      (await service.pool.query('select from read.ledger_entry where host_account_id = any($1)', [accounts]))
        .rowCount === count,
  )
  await service.payouts.runDay(BUSINESS_DAY)
  // From nine on, the worker's own run of today may be faster with some of them.
  await waitUntil(
    async () =>
      Object.values(await payoutStates(service, accounts)).reduce((sum, states) => sum + states, 0) === count,
    30_000,
    'a payout for each host',
  )
  // Nothing more is due that day.
  expect(await service.payouts.runDay(BUSINESS_DAY)).toBe(0)
  return accounts
}

/**
 * Makes the bank slow with the transfer that makes so many. A test that only asks how many there are can be so
 * late on a busy machine that none is left to be killed.
 */
const slowDownAt = (count: number): Promise<void> => {
  const { books } = bank.bank
  const { add } = books
  return new Promise((resolve) => {
    books.add = (fact) => {
      add(fact)
      if (books.transfers().length < count) return
      bank.bank.setHostility(SLOW)
      books.add = add
      resolve()
    }
  })
}

/** Kills the worker while the slow bank has not answered it, loses the queue, and starts another worker. */
const killWithJobsInHand = async (
  readActive: () => Promise<number>,
  lose: () => Promise<unknown>,
  redisUrl?: string,
): Promise<void> => {
  await waitUntil(async () => (await readActive()) > 0, 30_000, 'a job in hand')
  await worker.kill()
  expect(await readActive()).toBeGreaterThan(0)
  await lose()
  bank.bank.setHostility(zHostility.parse(HOSTILE))
  worker = await startWorker(redisUrl)
}

it('pays every host once, however the bank answers, workers die and the queue is lost', async () => {
  const { service, stack } = system
  // The database may still be ending what the killed worker began, for longer than commands wait.
  const lose = () => service.pool.query('set local lock_timeout = 0; drop schema if exists jobs cascade')
  const accounts: Id[] = []
  for (const firstIban of ['NL35RABO0000009901', undefined]) {
    const slow = slowDownAt(bank.bank.books.transfers().length + COUNT / 8)
    accounts.push(...(await planPayouts(COUNT / 2, accounts.length, firstIban)))
    await slow
    const { readActive, close } = await openActiveCount({ databaseUrl: stack.databaseUrl })
    await killWithJobsInHand(readActive, lose)
    await close()
  }
  await expectOneEffectEach(system.service, bank, accounts)
  const { paidMinor } = bankTotals(bank.bank.books.transfers())
  expect((await totals(service, accounts)).paidMinor).toBe(paidMinor)
  expect((await payoutStates(service, accounts))['cancelled'] ?? 0).toBeGreaterThan(0)
})

it('does so with jobs on Redis, which loses them while they are in hand, alive and dead', async () => {
  const redis = await startTestRedis()
  await worker.stop()
  worker = await startWorker(redis.url)
  const { readActive, close } = await openActiveCount({
    databaseUrl: system.stack.databaseUrl,
    redisUrl: redis.url,
  })
  try {
    bank.bank.setHostility(SLOW)
    const accounts = await planPayouts(COUNT_ON_REDIS)
    await waitUntil(async () => (await readActive()) > 0, 30_000, 'a job in hand')
    // The worker goes on with them, and takes them again beside.
    await redis.empty()
    await killWithJobsInHand(readActive, redis.empty, redis.url)
    await expectOneEffectEach(system.service, bank, accounts)
    // A command service ends in time while Redis is down.
    await redis.kill()
    process.kill(worker.pid, 'SIGTERM')
    await waitUntil(() => worker.exitCode() !== undefined, 20_000, 'the end of the command service')
    expect(worker.exitCode()).toBe(0)
  } finally {
    await close()
    await worker.kill()
    await redis.stop()
    worker = await startWorker()
  }
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

it('owes payouts again that two people confirm as returned, with the bank’s charge as its own line', async () => {
  const { service } = system
  const accounts = [await openPaidAccount(service), await openPaidAccount(service)] as const
  for (const account of accounts) await owe(service, account, 20_000)
  await waitUntil(
    async () =>
      (await service.pool.query(`select from read.ledger_entry where host_account_id = any($1)`, [accounts]))
        .rowCount === 2,
  )
  await service.payouts.runDay(BUSINESS_DAY)
  await waitUntil(async () => (await totals(service, accounts)).paidMinor === 40_000, 60_000, 'the payments')
  await expectReturnsConfirmed(service, accounts, 20_000, 350)
})

it('compares without a line of the bank that two people have set aside', async () => {
  await expectLineSetAside(system.service)
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
  await waitUntilLedgerRead(service)
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
