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
  principal === undefined
    ? NOBODY
    : isBound(principal)
      ? { role: TENANT_READER, tenantId: principal.tenantId ?? '' }
      : EVERYBODYS

const asking = new AsyncLocalStorage<Reader>()

/**
 * Makes a route read as its caller, whatever its handler does: the database returns to hosts only rows of
 * their account.
 */
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

/** For data that the caller may see of several accounts; the query itself must name them. */
export const readAcrossAccounts = <Result>(work: () => Promise<Result>): Promise<Result> =>
  asking.run(EVERYBODYS, work)

const PLANNED_ONCE = '/* planned once */ '

/**
 * Begins a statement that each connection plans once instead of for every request: planning takes longer than
 * finding a few rows. Only for statements whose best plan is the same for all callers, and that have few
 * different texts: connections keep them.
 */
export const plannedOnce: RawBuilder<unknown> = sql.raw(PLANNED_ONCE)

const names = new Map<string, string>()
const deriveName = (text: string): string => {
  const name = names.get(text) ?? `read ${names.size}`
  names.set(text, name)
  return name
}

/** The error of Postgres for a column whose type has changed since the statement was prepared. */
const isOutdated = (error: unknown) => error instanceof pg.DatabaseError && error.code === '0A000'

/**
 * Sets whose rows a connection returns from its next statement. The change is sent together with that
 * statement and costs no round trip; if it fails, the result of the statement is discarded. Statements that
 * are planned once get their names here, because Kysely passes texts only.
 */
const bindReader = (client: pg.PoolClient): ((reader: Reader) => void) => {
  const query = client.query.bind(client)
  let standing: string | undefined
  let change: Promise<unknown> | undefined
  const prepared = (text: string, values: unknown[]) =>
    query({ name: deriveName(text), text, values }).catch((error: unknown) => {
      if (isOutdated(error)) return query(text, values)
      throw error
    })
  const send = (text: unknown, rest: readonly unknown[]): Promise<unknown> =>
    typeof text === 'string' && text.startsWith(PLANNED_ONCE)
      ? prepared(text, [rest[0]].flat())
      : Reflect.apply(query, client, [text, ...rest])
  const ask = (text: unknown, ...rest: readonly unknown[]): Promise<unknown> => {
    const [first, answer] = [change, send(text, rest)]
    change = undefined
    return first ? Promise.all([first, answer]).then(() => answer) : answer
  }
  Object.assign(client, { query: ask })
  return ({ role, tenantId }) => {
    const name = `${role} ${tenantId}`
    if (standing === name) return
    standing = name
    change = query({
      name: 'reader',
      text: `select set_config('role', $1, false), set_config('app.tenant_id', $2, false)`,
      values: [role, tenantId],
    })
    // The statement reports the error. The pool drops an ended connection.
    void change.catch(() => client.end())
  }
}

/**
 * The read models under row-level security, over a pool of pipelined connections. Outside a request, and
 * without an account, there are no rows.
 */
export const openReadModels = (pool: Pick<pg.Pool, 'connect' | 'end'>): Kysely<unknown> => {
  const bound = new WeakMap<pg.PoolClient, (reader: Reader) => void>()
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect()
    const become = bound.get(client) ?? bindReader(client)
    bound.set(client, become)
    become(asking.getStore() ?? NOBODY)
    return client
  }
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }) })
}
