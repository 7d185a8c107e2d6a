import { connectEventStore } from '@hearth/platform/event-store/esdb'
import { deadline } from '@hearth/platform/retry/deadline'
import { temporaryDirectory } from '../postgres/temporaryPostgres.ts'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { randomNumbers } from '../demo/randomNumbers.ts'
import { startInstallation, type Installation } from '../testing/installation.ts'
import { startLoad } from './load.ts'
import { violations, type LoggedEvent } from './oracle.ts'

/**
 * `npm run test:crash [-- --seed N --kills N]`: kills processes at random under load, then checks the log
 * against every answer.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    kills: { type: 'string', default: '20' },
  },
})
const seed = Number(values.seed)
const kills = Number(values.kills)
const VICTIMS = ['event-store', 'postgres', 'command-service', 'projector', 'query-service', 'front-door']
const BACK_WITHIN_MS = 10_000

/** Resolves when a command is answered and its effect can be read; rejects after twice the promised time. */
const backAgain = async ({ baseUrl, token }: Installation, name: string): Promise<number> => {
  const started = performance.now()
  const headers = { Authorization: `Bearer ${token('importer')}` }
  const body = JSON.stringify({
    displayName: name,
    kind: 'company',
    country: 'PT',
    defaultCurrency: 'EUR',
    timezone: 'Europe/Lisbon',
  })
  const key = crypto.randomUUID()
  for (;;) {
    const seen = await fetch(new URL('/api/accounts', baseUrl), {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body,
      signal: deadline(3_000),
    })
      .then(async (answer) => {
        const { id } = (await answer.json()) as { id?: string }
        if (!id) return false
        const row = await fetch(new URL(`/api/accounts/${id}`, baseUrl), {
          headers: { ...headers, 'X-Min-Position': answer.headers.get('X-Position') ?? '' },
          signal: deadline(5_000),
        })
        return row.ok
      })
      .catch(() => false)
    const passed = performance.now() - started
    if (seen) return passed
    if (passed > 2 * BACK_WITHIN_MS) throw new Error('not back after 20 s')
    await delay(25)
  }
}

const readLog = async (url: string): Promise<LoggedEvent[]> => {
  const store = connectEventStore({
    url,
    name: 'crash-oracle',
    log: { debug: () => undefined, info: () => undefined, warn: console.error, error: console.error },
  })
  const stop = new AbortController()
  const log: LoggedEvent[] = []
  for await (const item of store.feed({ from: async () => 'start', signal: stop.signal })) {
    if (item.kind === 'event')
      log.push({
        ...item.event,
        revision: Number(item.event.revision),
        commandId: item.event.metadata['commandId'] ?? '',
        data: item.event.data as LoggedEvent['data'],
      })
    if (item.kind === 'caught-up') stop.abort()
  }
  await store.close()
  return log
}

console.log(`seed ${seed}, ${kills} kills`)
const random = randomNumbers(seed)
const directory = temporaryDirectory()
const installation = await startInstallation(directory)
const load = await startLoad(installation.baseUrl, installation.token('importer'), 6)
const recoveries: number[] = []
try {
  for (let kill = 1; kill <= kills; kill += 1) {
    await delay(500 + random() * 1_500)
    const victim = VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'projector'
    const pid = installation.processes().get(victim)
    if (pid === undefined) throw new Error(`${victim} is not running`)
    process.kill(pid, 'SIGKILL')
    const ms = await backAgain(installation, `Probe ${kill}`)
    recoveries.push(ms)
    console.log(
      `${String(kill).padStart(3)} ${victim.padEnd(16)} back after ${(ms / 1000).toFixed(2)} s, ` +
        `${load.journal.acknowledged.length} acknowledged, ${load.journal.repeats()} repeated`,
    )
  }
  await load.stop()
  const { acknowledged, attempted, refusals } = load.journal
  // The last refunds and claims may still be in progress: the sweeper finishes them without help.
  let found = ['never checked']
  for (const deadline = Date.now() + 60_000; found.length > 0 && Date.now() < deadline;) {
    await delay(1_000)
    found = violations(acknowledged, attempted, await readLog(installation.eventStoreUrl))
  }
  const slow = recoveries.filter((ms) => ms > BACK_WITHIN_MS)
  for (const line of [...found, ...refusals].slice(0, 20)) console.error(`  ${line}`)
  console.log(
    `${acknowledged.length} acknowledged, ${found.length} violations, ${refusals.length} refusals, ` +
      `slowest return ${(Math.max(...recoveries) / 1000).toFixed(2)} s, ` +
      `${slow.length} over 10 s; seed ${seed}`,
  )
  process.exitCode = found.length + slow.length + refusals.length === 0 ? 0 : 1
} finally {
  await installation.stop()
  rmSync(directory, { recursive: true, force: true })
}
