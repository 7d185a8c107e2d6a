import type { Principal } from '@hearth/platform/session/principal'
import { sql, type RawBuilder } from 'kysely'
import { createScope, type ApiRow } from './model.ts'

const OPEN_METADATA = ['actorId', 'actorKind', 'occurredAt', 'policies', 'onBehalfOf', '$correlationId']
const eventForHosts = (row: ApiRow): ApiRow => {
  const { metadata } = row
  if (typeof metadata !== 'object' || metadata === null) return row
  return {
    ...row,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([name]) => OPEN_METADATA.includes(name))),
  }
}

type Redaction = Readonly<{ row?: (row: ApiRow) => ApiRow; where?: RawBuilder<unknown> }>

/**
 * Rules that a declaration cannot express, by table: what hosts do not see inside a row, and which rows they
 * do not see at all.
 */
const FOR_HOSTS: Readonly<Record<string, Redaction>> = {
  // Which events they see is decided as they are recorded.
  event_log: { row: eventForHosts, where: sql`host_sees` },
  access_log: { where: sql`host_sees` },
}

/** Conditions that hide whole rows from all but staff. */
export const notForHosts = (table: string): readonly RawBuilder<unknown>[] => {
  const where = FOR_HOSTS[table]?.where
  return where ? [where] : []
}

/** Whether hosts see less inside its rows than the declaration says. */
export const isRewritten = (table: string): boolean => FOR_HOSTS[table]?.row !== undefined

/** The condition that keeps events of closed streams out. */
export const withoutStreams = (table: string, closed: readonly string[]): readonly RawBuilder<unknown>[] =>
  table === 'event_log' && closed.length > 0 ? [sql`stream !~ ${`^(${closed.join('|')})-`}`] : []

/** The row as this principal may see it: hidden fields are null, and staff notes are left out. */
export const redact = (table: string, hidden: ReadonlySet<string>, principal: Principal) => {
  const forHosts = createScope(principal).staff ? undefined : FOR_HOSTS[table]?.row
  return (row: ApiRow): ApiRow => {
    const seen = forHosts ? forHosts(row) : row
    return hidden.size === 0
      ? seen
      : { ...seen, ...Object.fromEntries([...hidden].map((field) => [field, null])) }
  }
}
