import { readFileSync } from 'node:fs'
import type { Installation } from '@hearth/standalone/testing/installation'
import type pg from 'pg'
import { listFamily } from '../processes.ts'

const TICK_MS = 10

/** Processor milliseconds by part of the installation. */
export type Usage = Readonly<Record<string, number>>

/** What a process has used since its start, and the part that it belongs to. */
type Reading = ReadonlyMap<number, Readonly<{ part: string; ms: number }>>

/** Processor time of a process, all its threads, user and system; 0 when it has ended. */
const readTicks = (pid: number): number => {
  try {
    // The name in brackets may hold any character; the times are the 12th and 13th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

/** A connection of a service is named after the service and its pool. */
const SERVICES = ['command-service', 'query-service', 'projector', 'event store']
const nameConnection = (name: string): string =>
  `Postgres, for ${SERVICES.find((service) => name.startsWith(service)) ?? 'other work'}`

/** What every process has used since its start. A process of Postgres belongs to the service that it answers. */
export const readUsage = async (installation: Installation, pool: pg.Pool): Promise<Reading> => {
  const { rows } = await pool.query<{ pid: number; name: string }>(
    `
      select pid, application_name as name
      from pg_stat_activity
      where datname = current_database()`,
  )
  const connections = new Map(rows.map(({ pid, name }) => [pid, nameConnection(name)]))
  const readings = [...installation.processes()].flatMap(([name, pid]) =>
    listFamily(pid).map(({ pid: member }): [number, { part: string; ms: number }] => [
      member,
      {
        part: name === 'postgres' ? (connections.get(member) ?? 'Postgres, its own processes') : name,
        ms: readTicks(member) * TICK_MS,
      },
    ]),
  )
  return new Map(readings)
}

/** What was used between two readings, by part; of processes that have ended meanwhile nothing is known. */
export const subtract = (after: Reading, before: Reading): Usage => {
  const usage: Record<string, number> = {}
  for (const [pid, { part, ms }] of after) usage[part] = (usage[part] ?? 0) + ms - (before.get(pid)?.ms ?? 0)
  return usage
}

/** Milliseconds for each of `count`, without what the same time costs when idle. */
export const divide = (usage: Usage, count: number, idle: Usage = {}): Usage =>
  Object.fromEntries(
    Object.entries(usage).map(([part, ms]) => [part, Math.max(0, ms - (idle[part] ?? 0)) / count]),
  )
