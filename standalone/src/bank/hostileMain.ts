import { DAY_MS } from '@hearth/contracts/kernel/dates'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CHILD_SETTINGS, startTestSystem } from '@hearth/command-service/testing/fixture'
import { createSandboxBank } from '@hearth/command-service/payout/sandboxBank'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { secret } from '@hearth/platform/config/secret'
import { startChild } from '@hearth/platform/testing/child'
import { randomNumbers } from '../demo/randomNumbers.ts'
import { temporaryDirectory } from '../postgres/temporaryPostgres.ts'
import { freePort } from '@hearth/platform/process/freePort'
import { balanceOfEvents, eventually, wrongEffects } from './hostileChecks.ts'
import {
  bankTotals,
  BUSINESS_DAY,
  openPaidAccount,
  owe,
  payoutStates,
  startBank,
  totals,
} from './payoutWorld.ts'

/**
 * `npm run test:payouts [-- --payouts N --hosts N --workers N --killed SHARE --minutes N --seed N]`: payouts
 * against the hostile bank. Workers are killed (-9) with that share of all payouts in progress, the database
 * crashes once and the queue is lost once; then the bank's books are compared with the ledger. After so many
 * minutes no more payouts are planned. Uses Redis where REDIS_URL is set.
 */
const { values } = parseArgs({
  options: {
    payouts: { type: 'string', default: '10000' },
    hosts: { type: 'string', default: '500' },
    workers: { type: 'string', default: '2' },
    killed: { type: 'string', default: '0.05' },
    minutes: { type: 'string', default: '1440' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
})
const [count, killedShare, seed] = [Number(values.payouts), Number(values.killed), Number(values.seed)]
const hosts = Math.min(Number(values.hosts), Math.ceil(count / 5))
const CONCURRENCY = 8
const TOKEN = 'a-token-of-the-sandbox-bank'
const SECRET = 'a-secret-that-signs-webhooks'
/** 15 % of all orders get an answer that leaves the outcome unknown. */
const HOSTILE = {
  cutAfter: 0.06,
  silentAfter: 0.01,
  errorAfter: 0.05,
  errorBefore: 0.03,
  late: 0.03,
  lateMs: 1_000,
  down: 0.01,
  duplicateWebhook: 0.3,
  webhookDelayMs: 2_000,
  failed: 0.01,
  returned: 0.01,
  settleMs: 500,
}

const CLOSED = `select distinct host_account_id as id from read.payout where state = 'cancelled'`
/** A payout to a host whose bank account turned out to be closed waits for the host. */
const UNFINISHED = `
  select count(*)::int as count
  from read.payout p
  where
    p.state not in ('paid', 'cancelled', 'returned')
    and not (p.state = 'scheduled' and p.host_account_id in (${CLOSED}))`
const UNSETTLED = `
  select count(*)::int as count
  from read.ledger_entry e join read.payout p on p.id = e.payout_id
  where e.state = 'assigned' and p.state <> 'scheduled'`
const HELD_FOR_DIFFERENCES = `
  select count(*)::int as count
  from read.payout_hold
  where reason = 'staff_review'`

const onRedis = process.env['REDIS_URL'] !== undefined
console.log(
  `seed ${seed}, ${count} payouts, ${hosts} concurrent hosts, jobs on ${onRedis ? 'Redis' : 'Postgres'}`,
)
const random = randomNumbers(seed)
const directory = temporaryDirectory()
const port = await freePort()
const bank = await startBank({
  file: join(directory, 'books.jsonl'),
  seed: String(seed),
  token: TOKEN,
  hostility: HOSTILE,
  webhook: { url: `http://127.0.0.1:${port}/api/webhooks/bank`, secret: SECRET },
})
const { books } = bank.bank
const system = await startTestSystem({
  payoutProvider: createSandboxBank({ url: bank.url, token: secret(TOKEN) }),
  redisUrl: process.env['REDIS_URL'],
})
const { service, stack } = system
const startWorker = (workerPort: number) =>
  startChild('command-service/src/main.ts', [], {
    ...CHILD_SETTINGS,
    PORT: String(workerPort),
    LOG_LEVEL: 'error',
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventStoreUrl,
    SWEEP_INTERVAL_MS: '3000',
    RATE_LIMIT_FACTOR: '1000',
    BANK_URL: bank.url,
    BANK_TOKEN: TOKEN,
    BANK_WEBHOOK_SECRET: SECRET,
    REDIS_URL: process.env['REDIS_URL'] ?? '',
  })
// The bank sends its webhooks to the first of them.
const ports = [port, ...(await Promise.all([...Array(Number(values.workers) - 1)].map(freePort)))]
const startWorkers = () => Promise.all(ports.map((workerPort) => again(() => startWorker(workerPort))))

const again = async <T>(work: () => Promise<T>): Promise<T> => {
  for (const until = Date.now() + 120_000; ;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > until) throw error
      await delay(500)
    }
  }
}
const readNumber = (sql: string): Promise<number> =>
  again(async () => (await service.pool.query<{ count: number }>(sql)).rows[0]?.count ?? 0)
const each = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> => {
  const left = [...items]
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
    }),
  )
}
let workers = await startWorkers()
const moved = () => books.transfers().length

/** A killed backend takes all others down: the server recovers from its log. */
const crashDatabase = async (): Promise<void> => {
  const { rows } = await service.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (rows[0] !== undefined) process.kill(rows[0].pid, 'SIGKILL')
}

const began = performance.now()
const seconds = () => Math.round((performance.now() - began) / 1_000)
let [kills, killed, crashes, wiped, ended] = [0, 0, 0, 0, false]
const incident = async (): Promise<void> => {
  const queue = await again(service.payouts.queue)
  if (
    killed < killedShare * Math.min(moved(), count) &&
    (await again(queue.counts)).active >= Math.min(8, count / 50)
  ) {
    await Promise.all(workers.map((worker) => worker.kill()))
    kills += 1
    killed += (await again(queue.counts)).active
    if (wiped === 0 && moved() > Math.min(count / 3, 2_000)) {
      await again(
        onRedis
          ? queue.wipe
          : async () => void (await service.pool.query('drop schema if exists jobs cascade')),
      )
      wiped += 1
    }
    workers = await startWorkers()
  }
  if (crashes === 0 && moved() > Math.min(count / 2, 3_000)) {
    await crashDatabase()
    crashes += 1
  }
}
const incidents = async (): Promise<void> => {
  while (!ended) {
    await incident().catch((error: unknown) =>
      console.log(`incident: ${error instanceof Error ? error.message : String(error)}`),
    )
    await delay(50)
  }
}

const accounts: Id[] = []
let owed = 0
let broken = true
const trouble = incidents()
try {
  for (
    let [week, planned, entries] = [0, 0, 0];
    planned < count && seconds() < 60 * Number(values.minutes);
    week += 1, planned = await readNumber('select count(*)::int as count from read.payout')
  ) {
    const closed = new Set(
      accounts.length === 0
        ? []
        : (await again(() => service.pool.query<{ id: string }>(CLOSED))).rows.map(({ id }) => id),
    )
    const open = accounts.filter((account) => !closed.has(account))
    const more: Id[] = []
    await each(
      [...Array(hosts - open.length).keys()],
      async () => void more.push(await again(() => openPaidAccount(service))),
    )
    accounts.push(...more)
    const paid = [...open, ...more].slice(0, count - planned)
    await each(
      paid.map((account) => [account, 10_000 + Math.floor(random() * 100_000)] as const),
      async ([account, amount]) => {
        const id = newId()
        await again(() => owe(service, account, amount, id))
        owed += amount
      },
    )
    entries += paid.length
    await eventually(
      async () => (await readNumber('select count(*)::int as count from read.ledger_entry')) >= entries,
      900_000,
      'the entries',
    )
    const made = await again(() =>
      service.payouts.runDay(new Date(Date.parse(BUSINESS_DAY) + 7 * week * DAY_MS).toISOString()),
    )
    await eventually(async () => (await readNumber(UNFINISHED)) < hosts, 1_800_000, 'what was planned before')
    console.log(
      `week ${week + 1}: ${made} planned, ${moved()} transfers, ` +
        `${kills} kills with ${killed} payouts in progress, ${seconds()} s`,
    )
  }
  await eventually(async () => (await readNumber(UNFINISHED)) === 0, 900_000, 'the end of every payout')
  await eventually(async () => (await readNumber(UNSETTLED)) === 0, 120_000, 'the ledger')
  const paidAfter = seconds()
  // Days later some payments are returned.
  bank.bank.passTime(3 * DAY_MS)
  const comeBack = () => books.transfers().filter(({ status }) => status === 'returned').length
  await eventually(
    async () =>
      ((await payoutStates(service))['returned'] ?? 0) === comeBack() &&
      books.pendingMovements().length === 0,
    300_000,
    'the returns',
  )
  const ofBank = bankTotals(books.transfers())
  let ledger = await totals(service, accounts)
  await eventually(
    async () => {
      ledger = await totals(service, accounts)
      return ledger.openMinor + ledger.inTransitMinor + ledger.paidMinor === owed + ofBank.returnedMinor
      // An amount that is still missing then is reported below, with everything else.
    },
    300_000,
    'the entries of returns',
  ).catch((error: unknown) => console.log(error instanceof Error ? error.message : String(error)))
  const moments = await balanceOfEvents(service, accounts)
  await service.bookkeeper.check()
  const breaches = await service.bookkeeper.check()
  const differences = await again(
    async () =>
      (await service.payouts.reconcile?.(0))?.differences ??
      Promise.reject(new Error('The bank cannot be read')),
  )
  const wrong = await wrongEffects(service, books.transfers())
  const stopped = await readNumber(HELD_FOR_DIFFERENCES)
  const answers = bank.bank.replies()
  console.log(
    JSON.stringify(
      {
        seed,
        states: await payoutStates(service),
        kills,
        killedShare: Number((killed / moved()).toFixed(3)),
        ambiguousShare: Number((answers.ambiguous / answers.all).toFixed(3)),
        crashes,
        wiped,
        bank: {
          movedMinor: ofBank.paidMinor + ofBank.returnedMinor,
          returnedMinor: ofBank.returnedMinor,
          twice: ofBank.twice.length,
        },
        ledger,
        owedMinor: owed,
        ledgerEvents: moments,
        wrong: wrong.slice(0, 20),
        breaches: breaches.slice(0, 20),
        differences: differences.slice(0, 20),
        stopped,
        seconds: paidAfter,
        perSecond: Number((moved() / paidAfter).toFixed(1)),
      },
      null,
      2,
    ),
  )
  broken =
    ofBank.twice.length + moments.unbalanced + breaches.length + differences.length + wrong.length + stopped >
      0 ||
    ledger.paidMinor !== ofBank.paidMinor + ofBank.returnedMinor ||
    ledger.openMinor + ledger.inTransitMinor + ledger.paidMinor !== owed + ofBank.returnedMinor ||
    crashes === 0 ||
    wiped === 0
} finally {
  ended = true
  await trouble
  await Promise.all(workers.map((worker) => worker.stop()))
  await bank.close()
  await system.stop()
  rmSync(directory, { recursive: true })
}
console.log(
  broken ? 'The books differ.' : 'Each payout had one effect or none; the bank’s books equal the ledger.',
)
process.exit(broken ? 1 : 0)
