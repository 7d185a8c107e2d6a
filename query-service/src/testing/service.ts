import { randomBytes } from 'node:crypto'
import { eventDefinitions } from '@hearth/contracts'
import type { HostRole, StaffRole } from '@hearth/contracts/kernel/access'
import { secret } from '@hearth/platform/config/secret'
import { serve } from '@hearth/platform/http/serve'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openPool } from '@hearth/platform/postgres/pool'
import { createEventReader } from '@hearth/platform/read-model/eventReader'
import { createBox } from '@hearth/platform/sealing/box'
import { createSealer } from '@hearth/platform/sealing/sealer'
import { createPrincipals } from '@hearth/platform/session/principals'
import { addMembership, createUser } from '@hearth/platform/session/users'
import { openStorage } from '@hearth/platform/storage/openStorage'
import type { Storage } from '@hearth/platform/storage/port'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestPostgres } from '@hearth/platform/testing/postgres'
import { openTestSession } from '@hearth/platform/testing/session'
import { openStaffLooks } from '../audit/staffLooks.ts'
import { openQueueHealth } from '../jobs/queueHealth.ts'
import { routes } from '../routes.ts'
import { followPositions } from '../runtime/positions.ts'
import { openReadModels } from '../runtime/readers.ts'
import { createReadModels, makeMiniProjector } from './miniProjector.ts'

const PASSWORD = 'correct horse battery'
export const GATEWAY_TOKEN = 'gateway-token-for-tests'
export const QUOTE_SECRET = 'quote-secret-for-tests'

/** The service on a fresh Postgres, with sign-in, and a way to make history. `clock.now` is its time. */
export const startService = async ({ storage = openStorage({}) }: Readonly<{ storage?: Storage }> = {}) => {
  const postgres = await startTestPostgres()
  const pool = openPool({
    connectionString: postgres.databaseUrl,
    max: 20,
    name: 'test',
    log: silentLog,
    limits: 'request',
  })
  const readPool = openPool({
    connectionString: postgres.databaseUrl,
    max: 5,
    name: 'test-read',
    log: silentLog,
    limits: 'request',
    pipeline: true,
  })
  await migrate(pool, appSchema, appMigrations)
  await createReadModels(pool)
  const publicUrl = new URL('http://localhost:3999')
  const clock = { now: Date.now() }
  const masterKey = randomBytes(32).toString('base64')
  const box = createBox(masterKey)
  const sealer = createSealer({
    pool,
    masterKey,
    personal: (type) => eventDefinitions.get(type)?.personal ?? {},
  })
  const principals = createPrincipals({
    pool,
    log: silentLog,
    publicUrl,
    serviceTokens: new Map([['gateway', secret(GATEWAY_TOKEN)]]),
  })
  const positions = followPositions({ connectionString: postgres.databaseUrl, pool, log: silentLog })
  const looks = openStaffLooks({ pool, now: () => clock.now, log: silentLog })
  const sources = {
    pool,
    db: openReadModels(readPool),
    positions,
    readEvents: createEventReader({ sealer, definitions: eventDefinitions }),
    now: () => clock.now,
    looks,
  }
  const jobs = openQueueHealth({ databaseUrl: postgres.databaseUrl }, silentLog)
  const running = await serve({
    port: 0,
    host: '127.0.0.1',
    publicUrl,
    principals,
    log: silentLog,
    readiness: {},
    onShutdown: [positions.close, looks.close, jobs.close, () => pool.end(), () => readPool.end()],
    reports: { report: () => undefined, flush: () => Promise.resolve() },
    routes: [
      ...routes(sources, {
        principals,
        quoteSecret: secret(QUOTE_SECRET),
        publicUrl,
        providers: [
          {
            id: 'hearth',
            name: 'Hearth ID',
            issuer: 'http://localhost:1',
            clientId: 'hearth',
            clientSecret: secret(QUOTE_SECRET),
          },
        ],
        box,
        storage,
        jobs,
      }),
    ],
  })
  return {
    url: running.url,
    pool,
    box,
    db: sources.db,
    clock,
    positions,
    project: makeMiniProjector(pool, sealer),
    addHost: async (
      email: string,
      displayName: string,
      hostAccountId: string,
      role: HostRole,
      listingIds?: readonly string[],
    ) => {
      const id = await createUser(pool, { email, displayName, password: PASSWORD })
      await addMembership(pool, { userId: id, hostAccountId, role, ...(listingIds ? { listingIds } : {}) })
      return id
    },
    addStaff: (email: string, displayName: string, staffRole: StaffRole) =>
      createUser(pool, { email, displayName, password: PASSWORD, staffRole }),
    /** Opens a session and answers a `fetch` for paths of the service. */
    as: async (email: string) => {
      const cookie = await openTestSession(pool, email)
      return Object.assign(
        (path: string, headers: Readonly<Record<string, string>> = {}) =>
          fetch(`${running.url}${path}`, { headers: { cookie, ...headers } }),
        { cookie },
      )
    },
    stop: async () => {
      await running.close()
      await postgres.stop()
    },
  }
}
export type Service = Awaited<ReturnType<typeof startService>>
