import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CHILD_SETTINGS, startTestSystem } from '@hearth/command-service/testing/fixture'
import { createSandboxBank } from '@hearth/command-service/payout/sandboxBank'
import type { Id } from '@hearth/contracts/kernel/ids'
import { secret } from '@hearth/platform/config/secret'
import { migrateJobs, openQueue } from '@hearth/platform/jobs/queue'
import { openWorker } from '@hearth/platform/jobs/worker'
import { startChild } from '@hearth/platform/testing/child'
import { silentLog } from '@hearth/platform/testing/log'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { BUSINESS_DAY, openPaidAccount, owe, startBank } from '@hearth/standalone/bank/payoutWorld'
import { freePort } from '@hearth/platform/process/freePort'
import type { Row } from '../measurement.ts'
import { alternate } from '../rounds.ts'
import { median } from '../statistics.ts'
import { withDirectory } from '../temporary.ts'

const HOSTS = 100
/** The same as the worker of payouts. */
const CONCURRENCY = 16
const CONNECTIONS = 4
const WITHIN_MS = 600_000
const WEEK_MS = 7 * 86_400_000
const TOKEN = 'a-token-of-the-sandbox-bank'
const SECRET = 'a-secret-that-signs-webhooks'

/** Runs `work` on all of them with limited concurrency. */
const each = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> => {
  const left = [...items]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
    }),
  )
}
const perSecond = async (work: () => Promise<void>): Promise<number> => {
  const began = performance.now()
  await work()
  return (1_000 * HOSTS) / (performance.now() - began)
}

/** The service with the sandbox bank, and a worker of its own process that receives the bank's webhooks. */
const openPayoutSystem = async (directory: string) => {
  const port = await freePort()
  const bank = await startBank({
    file: join(directory, 'books.jsonl'),
    seed: 'bench',
    token: TOKEN,
    hostility: { settleMs: 0 },
    webhook: { url: `http://127.0.0.1:${port}/api/webhooks/bank`, secret: SECRET },
  })
  const { service, stack, stop } = await startTestSystem({
    payoutProvider: createSandboxBank({ url: bank.url, token: secret(TOKEN) }),
  })
  const worker = await startChild('command-service/src/main.ts', [], {
    ...CHILD_SETTINGS,
    PORT: String(port),
    LOG_LEVEL: 'error',
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventStoreUrl,
    RATE_LIMIT_FACTOR: '1000',
    BANK_URL: bank.url,
    BANK_TOKEN: TOKEN,
    BANK_WEBHOOK_SECRET: SECRET,
    REDIS_URL: process.env['REDIS_URL'] ?? '',
  })
  return {
    service,
    databaseUrl: stack.databaseUrl,
    close: async () => {
      await worker.stop()
      await bank.close()
      await stop()
    },
  }
}

type Service = Awaited<ReturnType<typeof openPayoutSystem>>['service']

/** As many jobs as hosts, which do nothing, on the same backend and with the same concurrency. */
const openBareJobs = async (databaseUrl: string, redisUrl: string | undefined) => {
  const place = { databaseUrl, redisUrl }
  if (redisUrl === undefined) await migrateJobs(databaseUrl)
  const queue = await openQueue('bare', place, CONNECTIONS)
  let done = 0
  const worker = await openWorker('bare', place, CONNECTIONS, async () => void (done += 1), {
    log: silentLog,
    concurrency: CONCURRENCY,
    removeOnComplete: { count: 0 },
  })
  worker.start()
  return {
    run: async (round: number): Promise<void> => {
      done = 0
      await each([...Array(HOSTS).keys()], async (index) => {
        const jobId = `bare-${round}-${index}`
        await queue.add('bare', { id: String(index) }, { jobId, attempts: 1 })
      })
      await waitUntil(() => done === HOSTS, WITHIN_MS, 'the jobs')
    },
    close: async () => {
      await worker.close()
      await queue.close()
    },
  }
}

const countEntries = async ({ pool }: Service, state: string): Promise<number> => {
  // Polled rarely, so that the queries do not compete with what is measured.
  await delay(50)
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from read.ledger_entry where state = $1`,
    [state],
  )
  return rows[0]?.count ?? 0
}

/** Rates of weekly runs for all hosts, alternating with the bare jobs. */
const measureRounds = async (
  service: Service,
  jobs: Awaited<ReturnType<typeof openBareJobs>>,
  rounds: number,
) => {
  const hosts: Id[] = []
  await each([...Array(HOSTS).keys()], async () => void hosts.push(await openPaidAccount(service)))
  let week = 0
  const isCount = async (state: string, count: number) => (await countEntries(service, state)) === count
  return alternate(rounds, {
    payouts: async () => {
      await each(hosts, (host) => owe(service, host, 10_000 + week))
      await waitUntil(() => isCount('open', HOSTS), WITHIN_MS, 'the entries')
      const day = new Date(Date.parse(BUSINESS_DAY) + week * WEEK_MS).toISOString()
      week += 1
      return perSecond(async () => {
        await service.payouts.runDay(day)
        await waitUntil(() => isCount('settled', HOSTS * week), WITHIN_MS, 'the payouts')
      })
    },
    jobs: () => perSecond(() => jobs.run(week)),
  })
}

/**
 * A run for 100 hosts, from the plan to the settled entries of the ledger, against a bank that answers
 * immediately and pays at its next tick. It alternates with as many BullMQ jobs that do nothing, with the
 * same concurrency on the same backend (Redis where REDIS_URL is set). Besides its job, a payout is six
 * appends, one call of the bank and its two webhooks.
 */
export const payouts: Row = (options) =>
  withDirectory(async (directory) => {
    const redisUrl = process.env['REDIS_URL']
    const backend = redisUrl === undefined ? 'Postgres' : 'Redis'
    const { service, databaseUrl, close } = await openPayoutSystem(directory)
    const bare = await openBareJobs(databaseUrl, redisUrl)
    try {
      const rounds = await measureRounds(service, bare, options.rounds)
      const [measured, jobs] = [median(rounds.payouts), median(rounds.jobs)]
      return {
        figures: [
          {
            figure: `payouts/s of a run ÷ BullMQ jobs/s that do nothing, on ${backend}`,
            unit: '/s',
            measured,
            bare: jobs,
            ratio: measured / jobs,
          },
        ],
        details: { hosts: HOSTS, backend, payouts: rounds.payouts, jobs: rounds.jobs },
      }
    } finally {
      await bare.close()
      await close()
    }
  })
