import { openPool } from '@hearth/platform/postgres/pool'
import { createBox } from '@hearth/platform/sealing/box'
import { createLogger } from '@hearth/platform/telemetry/logger'
import type pg from 'pg'
import { createCommandSender } from '../commands/commandSender.ts'
import { closeDemoLogins, reopenDemoLogins } from './demoLogins.ts'
import { seedDisruptions } from './disruptions.ts'
import { seedIncidents } from './incidents.ts'
import { isComplete, readMarker, writeMarker, type Marker } from './marker.ts'
import { payDemoHosts } from './payouts.ts'
import { createPeople } from './people.ts'
import { readThreads } from './readThreads.ts'
import { removeDemoBanks } from './removeBanks.ts'
import { seedReferrals } from './referrals.ts'
import { seedReimbursements } from './reimbursements.ts'
import { seedRequests } from './requests.ts'
import { openDemoAccounts, seedDemo, startDemoListings } from './seed.ts'
import { beginDemoStatements } from './statements.ts'

const withPool = async (databaseUrl: string, work: (pool: pg.Pool) => Promise<void>): Promise<void> => {
  const log = createLogger({ name: 'demo', level: 'warn' })
  const pool = openPool({ connectionString: databaseUrl, max: 2, name: 'demo', log, limits: 'request' })
  try {
    await work(pool)
  } finally {
    await pool.end()
  }
}

/** Closes the logins of a demonstration that was here before, if there was one. */
export const closeDemo = async (directory: string, databaseUrl: string): Promise<void> => {
  const marker = readMarker(directory)
  if (!marker || marker.closed) return
  await withPool(databaseUrl, closeDemoLogins)
  writeMarker(directory, { ...marker, closed: true })
}

const reopenDemo = async (
  {
    directory,
    databaseUrl,
    sealingKey,
  }: Readonly<Record<'directory' | 'databaseUrl' | 'sealingKey', string>>,
  marker: Marker,
): Promise<void> => {
  await withPool(databaseUrl, (pool) => reopenDemoLogins(pool, createBox(sealingKey)))
  writeMarker(directory, { ...marker, closed: false })
}

/**
 * Fills a new installation with demo data, once: `demo.json` records that it is complete. After an
 * interruption it is repeated with the same keys and times.
 */
export const prepareDemo = async (
  options: Readonly<{
    directory: string
    baseUrl: string
    commandUrl: string
    importerToken: string
    gatewayToken: string
    schedulerToken: string
    databaseUrl: string
    sealingKey: string
  }>,
): Promise<void> => {
  const marker = readMarker(options.directory)
  if (marker?.closed) await reopenDemo(options, marker)
  if (isComplete(marker)) return
  const now = marker?.seededAt ?? new Date().toISOString()
  writeMarker(options.directory, { seededAt: now })
  // Two thousand commands: sent past the front door, which is for clients from outside.
  const send = createCommandSender(options.commandUrl, options.importerToken)
  const accounts = await openDemoAccounts(send, now)
  await createPeople(send, options.databaseUrl, options.sealingKey, accounts)
  await seedReferrals(send, accounts, now)
  const homes = await startDemoListings(send, accounts, now)
  await removeDemoBanks(options, accounts)
  const deliver = createCommandSender(options.commandUrl, options.gatewayToken)
  await readThreads(options, accounts, await seedDemo({ send, deliver }, homes, now))
  await seedRequests(options, { deliver, load: send }, homes, now)
  await seedIncidents(options, homes, now)
  await payDemoHosts({ ...options, accounts, now })
  await seedReimbursements(options, { deliver, load: send }, homes, now)
  await seedDisruptions(options, deliver, homes, now)
  await withPool(options.databaseUrl, (pool) => beginDemoStatements(options, pool))
  writeMarker(options.directory, { seededAt: now, accounts })
}
