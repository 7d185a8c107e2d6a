import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { formatEndToEndId } from '@hearth/command-service/payout/sepa'
import { createSepaFiles } from '@hearth/command-service/payout/sepaFiles'
import { CHILD_SETTINGS, startTestSystem } from '@hearth/command-service/testing/fixture'
import type { Id } from '@hearth/contracts/kernel/ids'
import { freePort } from '@hearth/platform/process/freePort'
import { startChild } from '@hearth/platform/testing/child'
import { randomNumbers } from '../demo/randomNumbers.ts'
import { temporaryDirectory } from '../postgres/temporaryPostgres.ts'
import { createFilesBank } from './filesBank.ts'
import { eventually } from './hostileChecks.ts'
import { BUSINESS_DAY, openPaidAccount, owe, payoutStates, totals } from './payoutWorld.ts'

/**
 * `npm run test:payout-files [-- --payouts N --kills N --seed N]`: payouts through a bank that fetches files
 * and writes statements late, several times and with corrections, while two workers are killed (-9) again and
 * again. Then what the bank executed is compared with payouts and ledger. A payout whose worker died between
 * the lock of its attempt and the draft of its file waits for a person, and was not executed.
 */
const { values } = parseArgs({
  options: {
    payouts: { type: 'string', default: '120' },
    kills: { type: 'string', default: '25' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
})
const [count, kills, seed] = [Number(values.payouts), Number(values.kills), Number(values.seed)]
console.log(`seed ${seed}, ${count} payouts, ${kills} kills`)
const random = randomNumbers(seed)
const directory = temporaryDirectory()
const debtor = { name: 'Hearth GmbH', iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' }
const bank = createFilesBank({ directory, random, share: 0.1 })
const now = () => new Date().toISOString()
const system = await startTestSystem({ payoutProvider: createSepaFiles({ directory, debtor, now }) })
const { service, stack } = system
const accounts: Id[] = []

const ports = await Promise.all([freePort(), freePort()])
const startWorkers = () =>
  Promise.all(
    ports.map((port) =>
      startChild('command-service/src/main.ts', [], {
        ...CHILD_SETTINGS,
        PORT: String(port),
        LOG_LEVEL: 'fatal',
        DATABASE_URL: stack.databaseUrl,
        EVENTSTORE_URL: stack.eventStoreUrl,
        SWEEP_INTERVAL_MS: '200',
        SEPA_DIRECTORY: directory,
        SEPA_DEBTOR: JSON.stringify(debtor),
      }),
    ),
  )

const countRows = async (sql: string): Promise<number> => (await service.pool.query(sql)).rowCount ?? 0
/** Owes each of so many new hosts an amount, and plans its payout. */
const planPayouts = async (wanted: number): Promise<void> => {
  for (let index = 0; index < wanted; index += 1) {
    const account = await openPaidAccount(service)
    await owe(service, account, 10_000 + accounts.length)
    accounts.push(account)
  }
  const entries = `select from read.ledger_entry where kind = 'goodwill_host_funded'`
  await eventually(async () => (await countRows(entries)) === accounts.length, 300_000, 'the entries')
  await service.payouts.runDay(BUSINESS_DAY)
}

/** Kills the workers anywhere between writing a payment file and reading its statement. */
const killWorkers = async (): Promise<void> => {
  const workers = await startWorkers()
  for (const until = Date.now() + 300 + random() * 3_700; Date.now() < until; await delay(30)) bank.act()
  await Promise.all(workers.map((worker) => worker.kill()))
  bank.act()
}

/** Payouts whose attempt is locked, and of which no file was recorded: only a person can decide. */
const readWaiting = async (): Promise<number> => {
  const { rows } = await service.pool.query<{ key: string }>(
    `select attempt_key as key from read.payout where state in ('submitting', 'on_hold')`,
  )
  return rows.filter(({ key }) => !existsSync(join(directory, 'sent', `${formatEndToEndId(key)}.json`)))
    .length
}

/** Whether every payout is paid or returned, or waits for a person. */
const isOver = async (): Promise<boolean> => {
  const { paid = 0, returned = 0 } = await payoutStates(service)
  const { returned: cameBack } = bank.cents()
  const isBooked = (await totals(service, accounts)).openMinor === cameBack
  const waiting = await readWaiting()
  return (
    paid + returned + waiting === accounts.length &&
    (await countRows(`select from read.ledger_entry where state = 'assigned'`)) === waiting &&
    isBooked &&
    !bank.hasUnread()
  )
}

const finish = async (): Promise<void> => {
  const workers = await startWorkers()
  try {
    const act = async () => {
      bank.end()
      return isOver()
    }
    await eventually(act, 300_000, 'the end of every payout')
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}

/** What does not agree, in words; empty when every payout had one effect or none. */
const findWrong = async (): Promise<readonly string[]> => {
  const effects = bank.effects()
  const { rows } = await service.pool.query<{ id: string; state: string; differences: readonly unknown[] }>(
    'select id, state, differences from read.payout',
  )
  const known = new Set(rows.map(({ id }) => id))
  return [
    ...rows
      .filter(({ id, state }) => (effects.get(id) ?? 0) !== (['paid', 'returned'].includes(state) ? 1 : 0))
      .map(({ id, state }) => `${id} is ${state}, and the bank executed it ${effects.get(id) ?? 0} times`),
    ...rows.filter(({ differences }) => differences.length > 0).map(({ id }) => `${id} has a difference`),
    ...[...effects.keys()].filter((id) => !known.has(id)).map((id) => `${id} isn’t a payout of ours`),
  ]
}

let broken = true
try {
  for (let round = 0; round < kills; round += 1) {
    await planPayouts(Math.floor((count * (round + 1)) / kills) - accounts.length)
    await killWorkers()
  }
  await finish()
  const wrong = await findWrong()
  const differences = (await service.payouts.reconcile?.(0))?.differences ?? []
  const [ledger, cents] = [await totals(service, accounts), bank.cents()]
  const report = {
    seed,
    kills,
    states: await payoutStates(service),
    waiting: await readWaiting(),
    bank: bank.counts(),
    ledger,
    cents,
    wrong,
    differences,
  }
  console.log(JSON.stringify(report, null, 2))
  // Without any effect the test has gone blind.
  broken =
    wrong.length + differences.length > 0 || ledger.paidMinor !== cents.executed || cents.executed === 0
} finally {
  await system.stop()
  rmSync(directory, { recursive: true, force: true })
}
console.log(broken ? 'The books differ.' : 'Each payout had one effect or none.')
process.exit(broken ? 1 : 0)
