import { AsyncLocalStorage } from 'node:async_hooks'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Route } from '@hearth/platform/http/route'
import { STAFF_READER, TENANT_READER } from '@hearth/platform/read-model/readers'
import { isBound, type Principal } from '@hearth/platform/session/principal'
import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely'
import pg from 'pg'

type Reader = Readonly<{ role: string; tenantId: string }>

const NOBODY: Reader = { role: TENANT_READER, tenantId: '' }
const EVERYBODYS: Reader = { role: STAFF_READER, tenantId: '' }

const readerOf = (principal: Principal | undefined): Reader =>
  principal === undefined ? NOBODY : isBound(principal) ? { role: TENANT_READER, tenantId: principal.tenantId ?? '' } : EVERYBODYS

const asking = new AsyncLocalStorage<Reader>()

/** The route reads as who asks, whatever its handler does: for hosts the database itself has only their account's rows. */
export const readAsAsker = (entry: Route): Route => ({
  ...entry,
  run: (raw) => {
    const reader = readerOf(raw.principal)
    return asking.run(reader, async () => {
      const answer = await entry.run(raw)
      if (answer instanceof AppProblem || !('stream' in answer)) return answer
      const { stream } = answer
      const asAsker: typeof stream = (response, signal) => asking.run(reader, () => stream(response, signal))
      return { ...answer, stream: asAsker }
    })
  },
})

/** For what the asker may know of several accounts; the query itself must name them. */
export const readAcrossAccounts = <Result>(work: () => Promise<Result>): Promise<Result> => asking.run(EVERYBODYS, work)

const PLANNED_ONCE = '/* planned once */ '

/**
 * Begins a statement that each connection plans once instead of for every request: planning takes longer than finding some rows. Only for statements whose best
 * plan is the same whoever asks, and that have few different texts: connections keep them.
 */
export const plannedOnce: RawBuilder<unknown> = sql.raw(PLANNED_ONCE)

const names = new Map<string, string>()
const nameOf = (text: string): string => {
  const name = names.get(text) ?? `read ${names.size}`
  names.set(text, name)
  return name
}

/** What Postgres says when a column has another type than it had when the statement was prepared. */
const isOutdated = (error: unknown) => error instanceof pg.DatabaseError && error.code === '0A000'

// Kysely hands over texts and cannot name them.
const keepPlans = (client: pg.PoolClient): void => {
  const query = client.query.bind(client)
  const prepared = (text: string, values: unknown[]) =>
    query({ name: nameOf(text), text, values }).catch((error: unknown) => {
      if (isOutdated(error)) return query(text, values)
      throw error
    })
  Object.assign(client, { query: (text: unknown, ...rest: unknown[]): unknown => (typeof text === 'string' && text.startsWith(PLANNED_ONCE) ? prepared(text, [rest[0]].flat()) : Reflect.apply(query, client, [text, ...rest])) })
}

/** The read models under row-level security. Outside a request, and without an account, there are no rows. */
export const openReadModels = (pool: Pick<pg.Pool, 'connect' | 'end'>): Kysely<unknown> => {
  // A connection stays who it was; only a change costs a round trip.
  const standing = new WeakMap<pg.PoolClient, string>()
  const prepared = new WeakSet<pg.PoolClient>()
  const connect = async (): Promise<pg.PoolClient> => {
    const { role, tenantId } = asking.getStore() ?? NOBODY
    const client = await pool.connect()
    if (!prepared.has(client)) keepPlans(client)
    prepared.add(client)
    const name = `${role} ${tenantId}`
    if (standing.get(client) === name) return client
    standing.delete(client)
    try {
      await client.query({ name: 'reader', text: `select set_config('role', $1, false), set_config('app.tenant_id', $2, false)`, values: [role, tenantId] })
    } catch (error) {
      client.release(true)
      throw error
    }
    standing.set(client, name)
    return client
  }
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }) })
}
