import { randomBytes } from 'node:crypto'
import { eventDefinitions } from '@hearth/contracts'
import type { HostRole, StaffRole } from '@hearth/contracts/kernel/access'
import { secret } from '@hearth/platform/config/secret'
import { StoreUnavailableError, type EventStore } from '@hearth/platform/event-store/port'
import { serve } from '@hearth/platform/http/serve'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openPool } from '@hearth/platform/postgres/pool'
import { createEventReader } from '@hearth/platform/read-model/eventReader'
import { createBox } from '@hearth/platform/sealing/box'
import { createSealer, type Sealer } from '@hearth/platform/sealing/sealer'
import { createPrincipals } from '@hearth/platform/session/principals'
import { addMembership, createUser } from '@hearth/platform/session/users'
import { openStorage } from '@hearth/platform/storage/openStorage'
import type { Storage } from '@hearth/platform/storage/port'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestPostgres } from '@hearth/platform/testing/postgres'
import { openTestSession } from '@hearth/platform/testing/session'
import type pg from 'pg'
import { openAccessLog } from '../audit/accessLog.ts'
import { openQueueHealth } from '../jobs/queueHealth.ts'
import { routes } from '../routes.ts'
import { followPositions } from '../runtime/positions.ts'
import { openReadModels } from '../runtime/readers.ts'
import { createReadModels, createMiniProjector } from './miniProjector.ts'

const PASSWORD = 'correct horse battery'
export const GATEWAY_TOKEN = 'gateway-token-for-tests'
export const QUOTE_SECRET = 'quote-secret-for-tests'

const openPools = (connectionString: string) => {
  const common = { connectionString, log: silentLog, limits: 'request' } as const
  return {
    pool: openPool({ ...common, max: 20, name: 'test' }),
    readPool: openPool({ ...common, max: 5, name: 'test-read', pipeline: true }),
  }
}

const createSealing = (pool: pg.Pool) => {
  const masterKey = randomBytes(32).toString('base64')
  const personal = (type: string) => eventDefinitions.get(type)?.personal ?? {}
  return { box: createBox(masterKey), sealer: createSealer({ pool, masterKey, personal }) }
}

const openServiceSources = (
  databaseUrl: string,
  { pool, readPool }: ReturnType<typeof openPools>,
  sealer: Sealer,
  store: Pick<EventStore, 'read'>,
  now: () => number,
) => ({
  pool,
  db: openReadModels(readPool),
  positions: followPositions({ connectionString: databaseUrl, pool, log: silentLog }),
  store,
  readEvents: createEventReader({ sealer, definitions: eventDefinitions }),
  now,
  accessLog: openAccessLog({ pool, now, log: silentLog }),
})

/** Ways to create users and to act as one of them. */
const createUsers = (pool: pg.Pool, url: string) => ({
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
  /** Opens a session and returns a `fetch` for paths of the service. */
  as: async (email: string) => {
    const cookie = await openTestSession(pool, email)
    return Object.assign(
      (path: string, headers: Readonly<Record<string, string>> = {}) =>
        fetch(`${url}${path}`, { headers: { cookie, ...headers } }),
      { cookie },
    )
  },
})

/**
 * The service on a fresh Postgres, with sign-in, and a way to make history. `clock.now` is its time;
 * `eventStore.isAway` cuts its event store off.
 */
export const startService = async ({ storage = openStorage({}) }: Readonly<{ storage?: Storage }> = {}) => {
  const { databaseUrl, stop: stopPostgres } = await startTestPostgres()
  const pools = openPools(databaseUrl)
  const { pool, readPool } = pools
  await migrate(pool, appSchema, appMigrations)
  await createReadModels(pool)
  const publicUrl = new URL('http://localhost:3999')
  const clock = { now: Date.now() }
  const { box, sealer } = createSealing(pool)
  const serviceTokens = new Map([['gateway' as const, secret(GATEWAY_TOKEN)]])
  const principals = createPrincipals({ pool, log: silentLog, publicUrl, serviceTokens })
  const { store, project } = createMiniProjector(pool, sealer)
  const eventStore = { isAway: false }
  const reachable: Pick<EventStore, 'read'> = {
    read: async function* (...request) {
      if (eventStore.isAway) throw new StoreUnavailableError('No answer')
      yield* store.read(...request)
    },
  }
  const sources = openServiceSources(databaseUrl, pools, sealer, reachable, () => clock.now)
  const { positions, db } = sources
  const jobs = openQueueHealth({ databaseUrl }, silentLog)
  const quoteSecret = secret(QUOTE_SECRET)
  const providers = [
    {
      id: 'hearth',
      name: 'Hearth ID',
      issuer: 'http://localhost:1',
      clientId: 'hearth',
      clientSecret: quoteSecret,
    },
  ]
  const allRoutes = routes(sources, { principals, quoteSecret, publicUrl, providers, box, storage, jobs })
  const running = await serve({
    port: 0,
    host: '127.0.0.1',
    publicUrl,
    principals,
    log: silentLog,
    readiness: {},
    onShutdown: [positions.close, jobs.close, () => pool.end(), () => readPool.end()],
    reports: { report: () => undefined, flush: () => Promise.resolve() },
    routes: [...allRoutes],
  })
  return {
    url: running.url,
    routes: allRoutes,
    pool,
    box,
    db,
    sources,
    clock,
    eventStore,
    positions,
    project,
    eraseSubject: sealer.eraseSubject,
    ...createUsers(pool, running.url),
    stop: async () => {
      await running.close()
      await stopPostgres()
    },
  }
}
export type Service = Awaited<ReturnType<typeof startService>>
