import { parseEventStoreAddress } from '@hearth/platform/config/eventStoreAddress'
import { JOBS_SCHEMA } from '@hearth/platform/jobs/queue'
import { appSchema } from '@hearth/platform/postgres/appSchema'
import { READ_SCHEMA } from '@hearth/platform/read-model/tables'
import { findServerProblems } from '@hearth/platform/servers/findServerProblems'
import { EVENTS_SCHEMA } from '../event-store/schema.ts'
import type { Settings } from './settings.ts'

type Given = Pick<Settings, 'DATABASE_URL' | 'EVENTSTORE_URL'>

/** Rejects with a sentence for each given server that cannot be used, within 10 s. */
export const checkGivenServers = async ({ DATABASE_URL, EVENTSTORE_URL }: Given): Promise<void> => {
  const problems = await findServerProblems({
    DATABASE_URL,
    EVENTSTORE_URL,
    // The embedded event store keeps its log in the database.
    schemas: [appSchema, READ_SCHEMA, JOBS_SCHEMA, ...(EVENTSTORE_URL === undefined ? [EVENTS_SCHEMA] : [])],
  })
  if (problems.length > 0) throw new Error(problems.map(({ sentence }) => sentence).join('\n'))
}

/** The address of a database without password and options. */
export const formatDatabase = (databaseUrl: string): string => {
  const url = new URL(databaseUrl)
  const user = url.username === '' ? '' : `${url.username}@`
  return `postgres://${user}${url.host}${url.pathname}`
}

/** The address of an event store without password and options. */
export const formatEventStore = (eventStoreUrl: string): string => {
  const address = parseEventStoreAddress(eventStoreUrl)
  if ('problem' in address) throw new Error(`EVENTSTORE_URL ${address.problem}`)
  const { username, hosts, discovers } = address
  const user = username === '' ? '' : `${username}@`
  const list = hosts.map(({ name, port }) => `${name}:${port}`).join(',')
  return `${discovers ? 'esdb+discover' : 'esdb'}://${user}${list}`
}
