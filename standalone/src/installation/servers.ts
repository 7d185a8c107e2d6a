import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJson } from '../supervisor/records.ts'
import { formatDatabase, formatEventStore } from './givenServers.ts'
import type { Settings } from './settings.ts'

type Used = Pick<Settings, 'HEARTH_DATA' | 'DATABASE_URL' | 'EVENTSTORE_URL' | 'EVENT_STORE_COMMAND'>

const zServers = z.object({ database: z.string(), eventStore: z.string() })
type Servers = z.output<typeof zServers>
const EMBEDDED: Servers = { database: 'the embedded Postgres', eventStore: 'the embedded event store' }

const withoutUser = (address: string) => address.replace(/:\/\/[^@]*@/, '://')
const findServers = ({ DATABASE_URL, EVENTSTORE_URL, EVENT_STORE_COMMAND }: Used): Servers => ({
  database: DATABASE_URL === undefined ? EMBEDDED.database : withoutUser(formatDatabase(DATABASE_URL)),
  eventStore:
    EVENTSTORE_URL !== undefined
      ? withoutUser(formatEventStore(EVENTSTORE_URL))
      : EVENT_STORE_COMMAND !== undefined
        ? 'the event store of EVENT_STORE_COMMAND'
        : EMBEDDED.eventStore,
})

const fileOf = ({ HEARTH_DATA }: Used) => join(HEARTH_DATA, 'servers.json')

/** An installation of a version without the record used the embedded servers. */
const readServers = (settings: Used): Servers | undefined =>
  zServers.safeParse(readJson(fileOf(settings))).data ??
  (existsSync(join(settings.HEARTH_DATA, 'postgres')) ? EMBEDDED : undefined)

/**
 * Throws when the data directory belongs to other servers: read models of another log would look complete and
 * never change, and the keys of another database open nothing.
 */
export const requireSameServers = (settings: Used): void => {
  const before = readServers(settings)
  const now = findServers(settings)
  for (const name of ['database', 'eventStore'] as const)
    if (before !== undefined && before[name] !== now[name])
      throw new Error(
        `HEARTH_DATA ${settings.HEARTH_DATA} belongs to ${before[name]}, and the settings name ${now[name]}. ` +
          `Use another HEARTH_DATA, or delete ${fileOf(settings)} if the data has moved there.`,
      )
}

/** Records the servers of a first start that succeeded. */
export const recordServers = (settings: Used): void => writeJson(fileOf(settings), findServers(settings))
