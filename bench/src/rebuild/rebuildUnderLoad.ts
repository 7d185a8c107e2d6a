import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '@hearth/platform/postgres/pool'
import { insertRequest, readAnswer, type Verb } from '@hearth/projector/runtime/operations/requests'
import type { Installation } from '@hearth/standalone/testing/installation'
import type pg from 'pg'
import { signIn } from '../house.ts'
import { percentile } from '../statistics.ts'
import { warnings } from '../warnings.ts'
import { RAMP_S, startLoad, type Account, type LoadResult, type Sample } from './load.ts'

// So many that an hour of notes adds one or two to each, as in practice, and to others in each run: a booking
// with pages of notes would measure the notes.
const ACCOUNTS = 100
const BOOKINGS_EACH = 1_000
const POLL_MS = 50
const SHOWN = 20
const SETTLE_MS = 10_000
/**
 * In practice an installation has been at work when it is rebuilt: after a start, the working set is first
 * read from the disk and the log.
 */
const WARM_UP_MS = 420_000
const REBUILD_WITHIN_MS = 10_800_000
const ANSWER_WITHIN_MS = 1_800_000

export type RebuildOptions = Readonly<{
  projection: string
  commandsPerSecond: number
  readsPerSecond: number
  onProgress?: (text: string) => void
}>

type Step = Readonly<{ verb: Verb; answer: string; beganAt: number; seconds: number }>

const ask = async (pool: pg.Pool, projection: string, verb: Verb): Promise<Step> => {
  const beganAt = Date.now()
  const id = await insertRequest(pool, { verb, projection, requestedBy: 'bench' })
  for (const until = beganAt + ANSWER_WITHIN_MS; ;) {
    const { status, answer } = await readAnswer(pool, id)
    if (status === 'done')
      return { verb, answer: answer ?? '', beganAt, seconds: (Date.now() - beganAt) / 1_000 }
    if (status === 'failed' || Date.now() > until) throw new Error(`${verb} ${status}: ${answer}`)
    await delay(POLL_MS)
  }
}

const readStatus = async (pool: pg.Pool, projection: string) => {
  const { rows } = await pool.query<{ status: string; share: number }>(
    `
      select
        b.status,
        coalesce(
          (
            select min(commit)
            from read.segment s
            where s.projection = b.projection and s.build = b.build
          ),
          0
        )::float8 / greatest(
          1,
          (select max(commit) from read.segment s where s.projection = b.projection)
        )::float8 as share
      from read.build b join read.projection p on p.name = b.projection
      where b.projection = $1 and b.build <> p.serving and b.status in ('building', 'ready')
      order by build desc
      limit 1`,
    [projection],
  )
  return rows[0]
}

const untilReady = async (
  pool: pg.Pool,
  projection: string,
  report: (text: string) => void,
): Promise<number> => {
  const begun = Date.now()
  for (let reportedAt = begun; Date.now() - begun < REBUILD_WITHIN_MS;) {
    const build = await readStatus(pool, projection)
    if (build?.status === 'ready') return (Date.now() - begun) / 1_000
    if (Date.now() - reportedAt > SETTLE_MS) {
      reportedAt = Date.now()
      report(`${((build?.share ?? 0) * 100).toFixed(1)} %`)
    }
    await delay(POLL_MS * 4)
  }
  throw new Error('The build did not get ready')
}

/**
 * The accounts that send requests, in proportion to their bookings: an account with ten times as many is ten
 * times as likely.
 */
const WHO_WORKS = `
  select tenant_id
  from
    (
      select
        tenant_id,
        count(*) as own,
        sum(count(*)) over (order by count(*) desc, tenant_id) as upto,
        sum(count(*)) over () as total
      from read.booking
      group by tenant_id
    ) accounts
  where floor(upto * ${ACCOUNTS} / total) > floor((upto - own) * ${ACCOUNTS} / total)
  order by tenant_id`

const accountsAtWork = async (
  installation: Pick<Installation, 'baseUrl' | 'databaseUrl'>,
  pool: pg.Pool,
): Promise<readonly Account[]> => {
  const { rows } = await pool.query<{ tenant_id: string }>(WHO_WORKS)
  const accounts: Account[] = []
  for (const { tenant_id: accountId } of rows) {
    const { rows: bookings } = await pool.query<{ id: string }>(
      `select id from read.booking where tenant_id = $1 order by random() limit ${BOOKINGS_EACH}`,
      [accountId],
    )
    accounts.push({ session: await signIn(installation, accountId), bookings: bookings.map(({ id }) => id) })
  }
  return accounts
}

/** Rates and times between two moments, and the failures by status and code. */
const figures = (samples: readonly Sample[], from: number, to: number) => {
  const some = samples.filter(([due]) => due >= from && due < to)
  const milliseconds = some.map(([, one]) => one)
  const failed: Record<string, number> = {}
  for (const [, , outcome] of some) if (outcome !== 'ok') failed[outcome] = (failed[outcome] ?? 0) + 1
  return {
    perSecond: some.length / ((to - from) / 1_000),
    p50Ms: percentile(milliseconds, 50),
    p99Ms: percentile(milliseconds, 99),
    slowestMs: percentile(milliseconds, 100),
    failed,
  }
}

type Rebuild = Readonly<{
  steps: readonly Step[]
  buildSeconds: number
  marks: Readonly<{ begin: number; rebuild: number; ready: number; end: number }>
}>

/** Rebuilds, verifies, cuts over, goes back and cuts over again, and marks when each phase began. */
const runSteps = async (
  pool: pg.Pool,
  projection: string,
  onProgress: (text: string) => void,
): Promise<Rebuild> => {
  const steps: Step[] = []
  const step = async (verb: Verb) => {
    steps.push(await ask(pool, projection, verb))
    onProgress(`${verb}: ${steps.at(-1)?.answer}`)
  }
  await delay(RAMP_S * 1_000 + WARM_UP_MS)
  const begin = Date.now()
  await delay(SETTLE_MS)
  const rebuild = Date.now()
  await step('rebuild')
  const buildSeconds = await untilReady(pool, projection, onProgress)
  const ready = Date.now()
  await step('verify')
  for (const verb of ['cutover', 'rollback', 'rollback'] as const) {
    await step(verb)
    await delay(SETTLE_MS / 2)
  }
  await step('verify')
  return { steps, buildSeconds, marks: { begin, rebuild, ready, end: Date.now() } }
}

const summarise = ({ steps, buildSeconds, marks }: Rebuild, { commands, reads, backward }: LoadResult) => {
  const phase = (from: number, to: number) => ({
    commands: figures(commands, from, to),
    reads: figures(reads, from, to),
  })
  const readDurations = (verb: Verb) =>
    steps
      .filter((one) => one.verb === verb)
      .map(({ answer }) => Number(/in (\d+) ms$/.exec(answer)?.[1] ?? Number.NaN))
  const countFailed = (samples: readonly Sample[]) =>
    samples.filter(([due, , outcome]) => due >= marks.rebuild && outcome !== 'ok').length
  return {
    before: phase(marks.begin, marks.rebuild),
    building: { seconds: buildSeconds, ...phase(marks.rebuild, marks.ready) },
    switching: phase(marks.ready, marks.end),
    sent: { commands: commands.length, reads: reads.length },
    // Counted from the start of the rebuild; before it nothing is promised.
    failed: { commands: countFailed(commands), reads: countFailed(reads) },
    backward: backward.length,
    wentBack: backward.slice(0, SHOWN),
    difference: steps.filter(({ verb }) => verb === 'verify').map(({ answer }) => answer),
    cutOverMs: readDurations('cutover'),
    rollbackMs: readDurations('rollback'),
    steps,
  }
}

/**
 * Rebuilds a read model of a running installation while commands and reads arrive at fixed rates; compares,
 * cuts over, goes back and cuts over again, as an operator would.
 */
export const rebuildUnderLoad = async (
  installation: Pick<Installation, 'baseUrl' | 'databaseUrl'>,
  { projection, commandsPerSecond, readsPerSecond, onProgress = () => undefined }: RebuildOptions,
) => {
  const pool = openPool({
    connectionString: installation.databaseUrl,
    max: 2,
    name: 'bench',
    log: warnings,
    limits: 'long',
  })
  try {
    // Left by an interrupted run.
    if (await readStatus(pool, projection)) onProgress((await ask(pool, projection, 'discard')).answer)
    const accounts = await accountsAtWork(installation, pool)
    const load = startLoad({ baseUrl: installation.baseUrl, accounts, commandsPerSecond, readsPerSecond })
    let result: LoadResult
    let rebuild: Rebuild
    try {
      rebuild = await runSteps(pool, projection, onProgress)
    } finally {
      result = await load.stop()
    }
    const { rows } = await pool.query<{ count: string }>('select count(*) from read.booking')
    return {
      bookings: Number(rows[0]?.count),
      wanted: { commandsPerSecond, readsPerSecond },
      ...summarise(rebuild, result),
    }
  } finally {
    await pool.end()
  }
}
export type RebuildFigures = Awaited<ReturnType<typeof rebuildUnderLoad>>
