import { rmSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import type { HostRole, ServiceRole, StaffRole } from '@hearth/contracts/kernel/access'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { makePool } from '@hearth/platform/postgres/pool'
import { addMembership, createUser } from '@hearth/platform/session/users'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { temporaryDirectory } from '../postgres/temporaryPostgres.ts'
import { startInstallation } from '../testing/installation.ts'
import { exchange, headerOf, type Answer } from './request.ts'

/** Starting may have to build the console first. */
export const START_WITHIN_MS = 240_000

const PASSWORD = 'a password for journeys'

/** Somebody who asks: a service principal, a person with a session, or nobody. */
export type Client = Readonly<{
  headers: OutgoingHttpHeaders
  get: (path: string, headers?: OutgoingHttpHeaders) => Promise<Answer>
  /** With a fresh key unless the headers name one. */
  post: (path: string, body: unknown, headers?: OutgoingHttpHeaders) => Promise<Answer>
}>

export type Journey = Awaited<ReturnType<typeof openJourney>>

/** The answer to a command that must be taken. */
export const taken = (answer: Answer): Answer & Readonly<{ id: Id }> => {
  if (answer.status >= 300) throw new Error(`Refused: ${answer.status} ${answer.text}`)
  return { ...answer, id: String(answer.json['id']) }
}

/** Asks again while the read side says that it is behind, as a client does that minds Retry-After; for 30 s. */
const readPatiently = async (ask: () => Promise<Answer>): Promise<Answer> => {
  for (const deadline = Date.now() + 30_000; ;) {
    const answer = await ask()
    if (answer.json['code'] !== 'READ_MODEL_BEHIND' || Date.now() > deadline) return answer
  }
}

/** Makes the next read wait for what this command wrote. */
export const after = (answer: Answer): OutgoingHttpHeaders => ({ 'x-min-position': headerOf(answer, 'x-position') ?? '' })

/** The whole system without demo data, started for one file of tests, and the people who use it. */
export const openJourney = async () => {
  const directory = temporaryDirectory()
  const installation = await startInstallation(directory, { env: { LOG_LEVEL: 'error' } })
  const { baseUrl } = installation
  const pool = makePool({ connectionString: installation.databaseUrl, max: 3, name: 'journey', log: createLogger({ name: 'journey', level: 'error' }), limits: 'request' })

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

  /** A new person with a session of their own. */
  const signIn = async (who: Readonly<{ staffRole: StaffRole }> | Readonly<{ role: HostRole; hostAccountId: Id; listingIds?: readonly Id[] }>): Promise<Client> => {
    const email = `${newId()}@journey.test`
    const userId = await createUser(pool, { email, displayName: 'Jo Urney', password: PASSWORD, ...('staffRole' in who ? { staffRole: who.staffRole } : {}) })
    if ('role' in who) await addMembership(pool, { userId, ...who })
    const answer = await client({ origin: baseUrl }).post('/api/login', { email, password: PASSWORD })
    if (answer.status !== 200) throw new Error(`No session: ${answer.status} ${answer.text}`)
    return client({ origin: baseUrl, cookie: headerOf(answer, 'set-cookie')?.split(';')[0] ?? '' })
  }

  return {
    baseUrl,
    nobody: client({}),
    as,
    signIn,
    token: installation.token,
    processes: installation.processes,
    query: async (text: string, values: readonly unknown[] = []): Promise<readonly Readonly<Record<string, unknown>>[]> => (await pool.query(text, [...values])).rows,
    /** Events in the whole log. */
    countEvents: async (): Promise<number> => Number((await pool.query('select count(*) from events.event')).rows[0]?.count),
    close: async (): Promise<void> => {
      await pool.end()
      await installation.stop()
      rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
