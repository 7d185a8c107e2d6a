import { readFileSync, rmSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import type { HostRole, ServiceRole, StaffRole } from '@hearth/contracts/kernel/access'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { openPool } from '@hearth/platform/postgres/pool'
import { addMembership, createUser } from '@hearth/platform/session/users'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { createBox, type Box } from '@hearth/platform/sealing/box'
import { giveTotp } from '@hearth/platform/session/authenticator'
import { openLog } from '@hearth/platform/testing/openLog'
import { generateSecret, generateSync } from 'otplib'
import type pg from 'pg'
import { temporaryDirectory } from '../postgres/temporaryPostgres.ts'
import { startInstallation } from '../testing/installation.ts'
import { exchange, readHeader, type Answer } from './request.ts'
import { createEventCounter } from './settledLog.ts'

/** Starting may have to build the console first. */
export const START_WITHIN_MS = 240_000

/** The password of every user. */
export const PASSWORD = 'a password for journeys'

/** A caller: a service principal, a person with a session, or an anonymous client. */
export type Client = Readonly<{
  headers: OutgoingHttpHeaders
  get: (path: string, headers?: OutgoingHttpHeaders) => Promise<Answer>
  /** With a fresh key unless the headers name one. */
  post: (path: string, body: unknown, headers?: OutgoingHttpHeaders) => Promise<Answer>
}>

/** A person with a session. */
export type Person = Client & Readonly<{ userId: string; email: string }>

/** The session cookie of an answer, as browsers send it back. */
export const readCookie = (answer: Answer): string => readHeader(answer, 'set-cookie')?.split(';')[0] ?? ''

export type Journey = Awaited<ReturnType<typeof openJourney>>

/** The answer to a command that must be accepted. */
export const accepted = (answer: Answer): Answer & Readonly<{ id: Id }> => {
  if (answer.status >= 300) throw new Error(`Refused: ${answer.status} ${answer.text}`)
  return { ...answer, id: String(answer.json['id']) }
}

/** Repeats a read for 30 s while the read model is behind, as a client does that honours Retry-After. */
const readWhenReady = async (ask: () => Promise<Answer>): Promise<Answer> => {
  for (const deadline = Date.now() + 30_000; ;) {
    const answer = await ask()
    if (answer.json['code'] !== 'READ_MODEL_BEHIND' || Date.now() > deadline) return answer
  }
}

/** Makes the next read wait for what this command wrote. */
export const after = (answer: Answer): OutgoingHttpHeaders => ({
  'x-min-position': readHeader(answer, 'x-position') ?? '',
})

const createClient =
  (baseUrl: string) =>
  (own: OutgoingHttpHeaders): Client => ({
    headers: own,
    get: (path, headers) => readWhenReady(() => exchange(baseUrl, path, { headers: { ...own, ...headers } })),
    post: (path, body, headers) =>
      exchange(baseUrl, path, {
        method: 'POST',
        headers: { ...own, 'content-type': 'application/json', 'idempotency-key': newId(), ...headers },
        body: JSON.stringify(body),
      }),
  })

type NewUser =
  | Readonly<{ staffRole: StaffRole }>
  | Readonly<{ role: HostRole; hostAccountId: Id; listingIds?: readonly Id[] }>

/** A new person with a session of their own; staff have an authenticator. */
const signInNewUser = async (pool: pg.Pool, box: Box, baseUrl: string, user: NewUser): Promise<Person> => {
  const client = createClient(baseUrl)
  const email = `${newId()}@journey.test`
  const userId = await createUser(pool, {
    email,
    displayName: 'Jo Urney',
    password: PASSWORD,
    ...('staffRole' in user ? { staffRole: user.staffRole } : {}),
  })
  if ('role' in user) await addMembership(pool, { userId, ...user })
  const secret = 'staffRole' in user ? generateSecret() : undefined
  if (secret !== undefined) await giveTotp(pool, box, userId, secret)
  const answer = await client({ origin: baseUrl }).post('/api/login', {
    email,
    password: PASSWORD,
    ...(secret === undefined ? {} : { code: generateSync({ secret }) }),
  })
  if (answer.status !== 200) throw new Error(`No session: ${answer.status} ${answer.text}`)
  return { ...client({ origin: baseUrl, cookie: readCookie(answer) }), userId, email }
}

/** Resident memory of each process, MB. */
const readMemory = (processes: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
  new Map(
    [...processes].map(([name, pid]) => [
      name,
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024),
    ]),
  )

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
  const events = openLog(installation.eventStoreUrl)
  const box = createBox(installation.sealingKey)
  const client = createClient(baseUrl)

  return {
    baseUrl,
    /** HEARTH_DATA. */
    directory,
    memory: () => readMemory(installation.processes()),
    /** What every process has logged so far. */
    log: (): string => readFileSync(join(directory, 'log', 'hearth.log'), 'utf8'),
    anonymous: client({}),
    /** A client with these headers. */
    client,
    /** A service principal. */
    as: (role: ServiceRole) => client({ authorization: `Bearer ${installation.token(role)}` }),
    signIn: (user: NewUser) => signInNewUser(pool, box, baseUrl, user),
    token: installation.token,
    processes: installation.processes,
    query: async (
      text: string,
      values: readonly unknown[] = [],
    ): Promise<readonly Readonly<Record<string, unknown>>[]> => (await pool.query(text, [...values])).rows,
    /** The log of the event store. */
    events,
    /** The number of events, once all that follows from them is done. */
    countEvents: createEventCounter(pool, events),
    close: async (): Promise<void> => {
      await events.close()
      await pool.end()
      await installation.stop()
      rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

let shared: Promise<Journey> | undefined

/**
 * Starts one system for all journeys of a file, because starting takes longer than most of them. Each journey
 * creates its own accounts and people.
 */
export const shareJourney = (options: Parameters<typeof openJourney>[0] = {}): Promise<Journey> =>
  (shared = openJourney(options))

/** The system of the file that is running. */
export const sharedJourney = (): Promise<Journey> => {
  if (shared === undefined) throw new Error('No system has been started; see journeys.int.ts')
  return shared
}
