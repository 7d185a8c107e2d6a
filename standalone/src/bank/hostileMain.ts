import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CHILD_SETTINGS, startTestSystem } from '@hearth/command-service/testing/fixture'
import { sandboxBank } from '@hearth/command-service/payout/sandboxBank'
import type { Id } from '@hearth/contracts/kernel/ids'
import { secret } from '@hearth/platform/config/secret'
import { startChild } from '@hearth/platform/testing/child'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { randomNumbers } from '../demo/stays.ts'
import { temporaryDirectory } from '../postgres/temporaryPostgres.ts'
import { freePort } from '../supervisor/freePort.ts'
import { bankTotals, BUSINESS_DAY, openPaidAccount, owe, payoutStates, startBank, totals } from './payoutWorld.ts'

/**
 * `npm run test:payouts [-- --payouts N --kills N --seed N]`: payouts against the hostile bank while workers are killed (-9), the database crashes once and the
 * queue is lost once; then the bank's books are held against the ledger. On Redis where REDIS_URL is set.
 */
const { values } = parseArgs({ options: { payouts: { type: 'string', default: '10000' }, kills: { type: 'string', default: '20' }, seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) } } })
const [count, kills, seed] = [Number(values.payouts), Number(values.kills), Number(values.seed)]
const WEEKS = 10
const WEEK_MS = 7 * 86_400_000
const TOKEN = 'a-token-of-the-sandbox-bank'
const SECRET = 'a-secret-that-signs-webhooks'
const HOSTILE = {
  cutAfter: 0.06, silentAfter: 0.01, errorAfter: 0.05, errorBefore: 0.03, late: 0.03, lateMs: 1_000, down: 0.01, duplicateWebhook: 0.3, webhookDelayMs: 2_000, failed: 0.01, returned: 0.01, settleMs: 500,
}

/** What was planned for a host whose bank account turned out to be closed waits for the host. */
const UNFINISHED = `select from read.payout p where p.state not in ('paid', 'cancelled', 'returned')
  and not (p.state = 'scheduled' and exists (select from read.payout c where c.host_account_id = p.host_account_id and c.state = 'cancelled'))`

console.log(`seed ${seed}, ${count} payouts, ${kills} kills, jobs on ${process.env['REDIS_URL'] === undefined ? 'Postgres' : 'Redis'}`)
const random = randomNumbers(seed)
const directory = temporaryDirectory()
const port = await freePort()
const bank = await startBank({ file: join(directory, 'books.jsonl'), seed: String(seed), token: TOKEN, hostility: HOSTILE, webhook: { url: `http://127.0.0.1:${port}/api/webhooks/bank`, secret: SECRET } })
const system = await startTestSystem({ payoutProvider: sandboxBank({ url: bank.url, token: secret(TOKEN) }) })
const { service, stack } = system
const startWorker = () => startChild('command-service/src/main.ts', [], {
  ...CHILD_SETTINGS, PORT: String(port), LOG_LEVEL: 'error', DATABASE_URL: stack.databaseUrl, EVENTSTORE_URL: stack.eventStoreUrl, SWEEP_INTERVAL_MS: '1000', RATE_LIMIT_FACTOR: '1000',
  BANK_URL: bank.url, BANK_TOKEN: TOKEN, BANK_WEBHOOK_SECRET: SECRET,
})
let worker = await startWorker()
const again = async <T>(work: () => Promise<T>): Promise<T> => {
  for (const until = Date.now() + 60_000; ;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > until) throw error
      await delay(500)
    }
  }
}
const moved = () => bank.bank.books.transfers().length

/** A backend that is killed takes all others along: the server recovers from its log. */
const crashDatabase = async (): Promise<void> => {
  const { rows } = await service.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (rows[0] !== undefined) process.kill(rows[0].pid, 'SIGKILL')
}

const accounts: Id[] = []
let owed = 0
let broken = false
const began = performance.now()
try {
  for (const part of Array.from({ length: Math.ceil(count / WEEKS) }).keys()) if (part % 8 === 0) accounts.push(...(await Promise.all(Array.from({ length: Math.min(8, Math.ceil(count / WEEKS) - part) }, () => openPaidAccount(service)))))
  let incidents = 0
  for (let week = 0; week < WEEKS; week += 1) {
    for (let from = 0; from < accounts.length; from += 8) {
      await Promise.all(accounts.slice(from, from + 8).map((account, index) => {
        const amount = 10_000 + Math.floor(random() * 100_000) + index
        owed += amount
        return again(() => owe(service, account, amount))
      }))
    }
    const day = new Date(Date.parse(BUSINESS_DAY) + week * WEEK_MS).toISOString()
    await waitUntil(() => again(async () => (await service.pool.query(`select from read.ledger_entry`)).rowCount === accounts.length * (week + 1)), 120_000, 'the entries')
    await again(() => service.payouts.runDay(day))
    for (const target = Math.floor(((week + 1) * kills) / WEEKS); incidents < target; incidents += 1) {
      const before = moved()
      // As much as comes in this time: near the end there may be nothing left to move, and the kill is due all the same.
      await waitUntil(() => moved() > before + accounts.length / (4 * kills), 20_000, 'progress').catch(() => undefined)
      await worker.kill()
      if (incidents === Math.floor(kills / 3)) await again(() => service.pool.query('drop schema if exists jobs cascade'))
      if (incidents === Math.floor(kills / 2)) await crashDatabase()
      worker = await again(startWorker)
    }
    console.log(`week ${week + 1}: ${moved()} transfers, ${incidents} kills, ${((performance.now() - began) / 1_000).toFixed(0)} s`)
  }
  const none = async (sql: string) => (await again(() => service.pool.query(sql))).rowCount === 0
  await waitUntil(() => none(UNFINISHED), 600_000, 'the end of every payout')
  await waitUntil(() => none(`select from read.ledger_entry e join read.payout p on p.id = e.payout_id where e.state = 'assigned' and p.state <> 'scheduled'`), 120_000, 'the ledger')
  const seconds = (performance.now() - began) / 1_000
  const atBank = bankTotals(bank.bank.books.transfers())
  const books = await totals(service, accounts)
  const differences = await again(async () => (await service.payouts.reconcile?.(0)) ?? Promise.reject(new Error('The bank cannot be read')))
  const states = await payoutStates(service)
  console.log(JSON.stringify({ seed, states, bank: { paidMinor: atBank.paidMinor, twice: atBank.twice.length }, ledger: books, owedMinor: owed, differences, seconds: Math.round(seconds), perSecond: Number((count / seconds).toFixed(1)) }, null, 2))
  broken = atBank.twice.length > 0 || atBank.paidMinor !== books.paidMinor || books.openMinor + books.inTransitMinor + books.paidMinor !== owed || differences.length > 0
} finally {
  await worker.stop()
  await bank.close()
  await system.stop()
  rmSync(directory, { recursive: true })
}
console.log(broken ? 'The books differ.' : 'Each payout had one effect or none; the bank’s books equal the ledger.')
process.exit(broken ? 1 : 0)
