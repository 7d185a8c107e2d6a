import { readFileSync, rmSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import type { HostRole, ServiceRole, StaffRole } from '@hearth/contracts/kernel/access'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { openPool } from '@hearth/platform/postgres/pool'
import { addMembership, createUser } from '@hearth/platform/session/users'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { createBox } from '@hearth/platform/sealing/box'
import { giveTotp } from '@hearth/platform/session/authenticator'
import { generateSecret, generateSync } from 'otplib'
import { positionText } from '../event-store/wire.ts'
import { temporaryDirectory } from '../postgres/temporaryPostgres.ts'
import { startInstallation } from '../testing/installation.ts'
import { exchange, headerOf, type Answer } from './request.ts'

/** Starting may have to build the console first. */
export const START_WITHIN_MS = 240_000

const SETTLED_WITHIN_MS = 45_000
/** Everybody's here. */
export const PASSWORD = 'a password for journeys'

/** Somebody who asks: a service principal, a person with a session, or nobody. */
export type Client = Readonly<{
  headers: OutgoingHttpHeaders
  get: (path: string, headers?: OutgoingHttpHeaders) => Promise<Answer>
  /** With a fresh key unless the headers name one. */
  post: (path: string, body: unknown, headers?: OutgoingHttpHeaders) => Promise<Answer>
}>

/** Somebody with a session. */
export type Person = Client & Readonly<{ userId: string; email: string }>

/** The session that an answer gives, as browsers send it back. */
export const cookieOf = (answer: Answer): string => headerOf(answer, 'set-cookie')?.split(';')[0] ?? ''

export type Journey = Awaited<ReturnType<typeof openJourney>>

/** The answer to a command that must be taken. */
export const taken = (answer: Answer): Answer & Readonly<{ id: Id }> => {
  if (answer.status >= 300) throw new Error(`Refused: ${answer.status} ${answer.text}`)
  return { ...answer, id: String(answer.json['id']) }
}

/**
 * Asks again while the read side says that it is behind, as a client does that minds Retry-After; for 30 s.
 */
const readPatiently = async (ask: () => Promise<Answer>): Promise<Answer> => {
  for (const deadline = Date.now() + 30_000; ;) {
    const answer = await ask()
    if (answer.json['code'] !== 'READ_MODEL_BEHIND' || Date.now() > deadline) return answer
  }
}

/**
 * Longer than a request's own nights are left alone before the process manager sees to them; other timers are
 * set for hours or days.
 */
const SOON_SECONDS = 15
/**
 * One statement, so one moment: how much is in the log but for what staff looked at, which is written some
 * time after, how far the slowest reader is, what process managers asked for and is not done. Without the
 * world outside there is no bank that could send deposits.
 */
const LOG = `
  select
    count(*) filter (where stream not like 'audit-%')::int as events,
    coalesce(max(position), 0)::int as last,
    (
      select min(coalesce(commit, 0))::text
      from
        (
          select commit
          from app.process_manager
          union all
          select commit
          from read.segment
          where serving
        ) reader
    ) as reached,
    (
      select count(*)::int
      from app.outbox
      where
        done_at is null
        and due_at <= clock_timestamp() + make_interval(secs => ${SOON_SECONDS})
        and work ->> 'name' is distinct from 'send-micro-deposits'
    ) as waiting
  from events.event`

type Log = Readonly<{ events: number; last: number; reached: string | null; waiting: number }>

/** Nothing follows any more from what is written. */
const isSettled = ({ last, reached, waiting }: Log): boolean =>
  reached !== null && BigInt(reached) >= BigInt(positionText(last)) && waiting === 0

/** Makes the next read wait for what this command wrote. */
export const after = (answer: Answer): OutgoingHttpHeaders => ({
  'x-min-position': headerOf(answer, 'x-position') ?? '',
})

/** The whole system without demo data, started for one file of tests, and the people who use it. */
export const openJourney = async ({
  env = {},
  outside = false,
}: Readonly<{ env?: Readonly<Record<string, string>>; outside?: boolean }> = {}) => {
  const directory = temporaryDirectory()
  const installation = await startInstallation(directory, { outside, env: { LOG_LEVEL: 'error', ...env } })
  const { baseUrl } = installation
  const pool = openPool({
    connectionString: installation.databaseUrl,
    max: 3,
    name: 'journey',
    log: createLogger({ name: 'journey', level: 'error' }),
    limits: 'request',
  })

  const box = createBox(installation.sealingKey)
  const client = (own: OutgoingHttpHeaders): Client => ({
    headers: own,
    get: (path, headers) => readPatiently(() => exchange(baseUrl, path, { headers: { ...own, ...headers } })),
    post: (path, body, headers) =>
      exchange(baseUrl, path, {
        method: 'POST',
        headers: { ...own, 'content-type': 'application/json', 'idempotency-key': newId(), ...headers },
        body: JSON.stringify(body),
      }),
  })
  const as = (role: ServiceRole) => client({ authorization: `Bearer ${installation.token(role)}` })

  /** A new person with a session of their own; staff have an authenticator. */
  const signIn = async (
    who:
      | Readonly<{ staffRole: StaffRole }>
      | Readonly<{ role: HostRole; hostAccountId: Id; listingIds?: readonly Id[] }>,
  ): Promise<Person> => {
    const email = `${newId()}@journey.test`
    const userId = await createUser(pool, {
      email,
      displayName: 'Jo Urney',
      password: PASSWORD,
      ...('staffRole' in who ? { staffRole: who.staffRole } : {}),
    })
    if ('role' in who) await addMembership(pool, { userId, ...who })
    const secret = 'staffRole' in who ? generateSecret() : undefined
    if (secret !== undefined) await giveTotp(pool, box, userId, secret)
    const answer = await client({ origin: baseUrl }).post('/api/login', {
      email,
      password: PASSWORD,
      ...(secret === undefined ? {} : { code: generateSync({ secret }) }),
    })
    if (answer.status !== 200) throw new Error(`No session: ${answer.status} ${answer.text}`)
    return { ...client({ origin: baseUrl, cookie: cookieOf(answer) }), userId, email }
  }

  return {
    baseUrl,
    /** HEARTH_DATA. */
    directory,
    /** Resident memory by process, MB. */
    memory: (): ReadonlyMap<string, number> =>
      new Map(
        [...installation.processes()].map(([name, pid]) => [
          name,
          Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024),
        ]),
      ),
    /** What every process has logged so far. */
    log: (): string => readFileSync(join(directory, 'log', 'hearth.log'), 'utf8'),
    nobody: client({}),
    /** Somebody with these headers. */
    client,
    as,
    signIn,
    token: installation.token,
    processes: installation.processes,
    query: async (
      text: string,
      values: readonly unknown[] = [],
    ): Promise<readonly Readonly<Record<string, unknown>>[]> => (await pool.query(text, [...values])).rows,
    /**
     * Events in the whole log, once nothing follows any more from what is written: nights, refunds, all that
     * the system does by itself.
     */
    countEvents: async (): Promise<number> => {
      let events = 0
      await waitUntil(
        async () => {
          const {
            rows: [log],
          } = await pool.query<Log>(LOG)
          events = log?.events ?? 0
          return log !== undefined && isSettled(log)
        },
        SETTLED_WITHIN_MS,
        'the end of what follows from the commands so far',
      )
      return events
    },
    close: async (): Promise<void> => {
      await pool.end()
      await installation.stop()
      rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

let shared: Promise<Journey> | undefined

/**
 * Starts one system for all journeys of a file: starting one takes longer than most of them. Each brings its own
 * accounts and people.
 */
export const shareJourney = (options: Parameters<typeof openJourney>[0] = {}): Promise<Journey> =>
  (shared = openJourney(options))

/** The system of the file that is running. */
export const sharedJourney = (): Promise<Journey> => {
  if (shared === undefined) throw new Error('No system has been started; see journeys.int.ts')
  return shared
}
