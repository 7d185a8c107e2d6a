import { eventDefinitions, resources } from '@hearth/contracts'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import type { Projection, Row } from '@hearth/contracts/kernel/projection'
import type { Log } from '@hearth/platform/telemetry/log'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openPool } from '@hearth/platform/postgres/pool'
import { describeColumns, columnsToRow } from '@hearth/platform/read-model/columns'
import { createEventReader } from '@hearth/platform/read-model/eventReader'
import { qualified } from '@hearth/platform/read-model/tables'
import { createSealer } from '@hearth/platform/sealing/sealer'
import { projections } from '../registry.ts'
import { batchConnectionString } from '../runtime/batch/batchConnection.ts'
import { startEngine, type Engine } from '../runtime/engine/engine.ts'
import type { EngineOptions } from '../runtime/engine/options.ts'
import type { EventDefinition } from '@hearth/contracts/kernel/message'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { tallyDefinitions, tallyProjections, tallyResources } from './tally.ts'

type Domain = Readonly<{
  definitions: ReadonlyMap<string, EventDefinition>
  projections: readonly Projection[]
  resources: readonly Resource[]
}>
/** What the product has. */
export const registeredDomain: Domain = {
  definitions: eventDefinitions,
  projections,
  resources: Object.values(resources),
}
const tallyDomain: Domain = {
  definitions: tallyDefinitions,
  projections: tallyProjections,
  resources: tallyResources,
}

export type WorkplaceOptions = Readonly<{
  databaseUrl: string
  eventStoreUrl: string
  sealingKey: string
  log: Log
  domain?: Domain
}>

/** Everything an engine needs, over the tally projections unless told otherwise. */
export const openWorkplace = async ({
  databaseUrl,
  eventStoreUrl,
  sealingKey,
  log,
  domain = tallyDomain,
}: WorkplaceOptions) => {
  const maintenancePool = openPool({
    connectionString: databaseUrl,
    max: 8,
    name: 'projector-maintenance',
    log,
    limits: 'long',
  })
  const pool = openPool({
    connectionString: batchConnectionString(databaseUrl),
    max: 8,
    name: 'projector',
    log,
    limits: 'request',
    pipeline: true,
  })
  await migrate(maintenancePool, appSchema, appMigrations)
  const sealer = createSealer({
    pool: maintenancePool,
    masterKey: sealingKey,
    personal: (type) => domain.definitions.get(type)?.personal ?? {},
  })
  const store = connectEventStore({ url: eventStoreUrl, name: 'projector-test', log })
  const read = createEventReader({ sealer, definitions: domain.definitions })
  const options: EngineOptions = {
    projections: domain.projections,
    resources: domain.resources,
    store,
    read,
    pool,
    maintenancePool,
    backgroundPool: maintenancePool,
    log,
  }

  return {
    options,
    pool,
    maintenancePool,
    sealer,
    store,
    read,
    start: (changes: Partial<EngineOptions> = {}): Engine => startEngine({ ...options, ...changes }),
    /** The rows of a projection as the folds know them, with their frame. */
    rowsOf: async (projection: Projection) => {
      const columns = describeColumns(projection.row)
      const { rows } = await maintenancePool.query<Record<string, unknown>>(
        `select * from ${qualified(projection.name)} order by tenant_id, id`,
      )
      return rows.map(
        (
          record,
        ): Readonly<{ tenantId: unknown; row: Row; revision: unknown; commit: unknown; at: unknown }> => ({
          tenantId: record['tenant_id'],
          row: columnsToRow(columns, record),
          revision: record['_revision'],
          commit: record['_commit'],
          at: record['_at'],
        }),
      )
    },
    close: async () => {
      await store.close()
      await pool.end()
      await maintenancePool.end()
    },
  }
}
export type Workplace = Awaited<ReturnType<typeof openWorkplace>>

export const isLive = (engine: Engine) =>
  engine.status().every(({ state }) => state === 'live' || state === 'elsewhere')

/**
 * Whether what readers get of every projection is complete and holds everything up to this position, whoever
 * writes it.
 */
export const servesUpTo = async (
  { maintenancePool, options }: Workplace,
  commit: bigint,
): Promise<boolean> => {
  const { rows } = await maintenancePool.query<{ reached: boolean }>(
    `
      select bool_and(b.status = 'serving' and s.commit is not null and s.commit >= $2) as reached
      from
        read.projection p
        join read.build b on b.projection = p.name and b.build = p.serving
        join read.segment s using (projection, build)
      where p.name = any($1::text[])`,
    [options.projections.map(({ name }) => name), commit],
  )
  return rows[0]?.reached === true
}
