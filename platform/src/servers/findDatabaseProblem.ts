import pg from 'pg'
import { STAFF_READER, TENANT_READER } from '../read-model/readers.ts'
import { READ_SCHEMA } from '../read-model/tables.ts'
import { describeDatabaseFailure, type DatabasePlace } from './describeDatabaseFailure.ts'
import type { ServerProblem } from './problem.ts'
import { speaksPostgres } from './speaksPostgres.ts'

// A Postgres on a busy machine takes a while to start the process of a connection.
const CONNECT_MS = 4_000
const QUERY_MS = 2_500
const PROBE_MS = 1_500
const MIN_VERSION = 150_000

// A role that is not there yet is created by one that may create roles; a superuser is a member of every role.
const RIGHTS = `
  select current_setting('server_version_num')::int as version,
    (
      select array_agg(name order by name) from unnest($1::text[]) name left join pg_namespace n on n.nspname = name
      where not case
        when n.oid is null then has_database_privilege(current_database(), 'create')
        else has_schema_privilege(n.oid, 'create')
      end
    ) as schemas,
    (
      select array_agg(name order by name) from unnest($2::text[]) name left join pg_roles r on r.rolname = name
      where not case
        when r.oid is null then (select rolcreaterole or rolsuper from pg_roles where rolname = current_user)
        else pg_has_role(r.oid, 'member')
      end
    ) as readers`
type Rights = { version: number; schemas: string[] | null; readers: string[] | null }

/** `isSlow`: a Postgres is there, and did not answer in time. */
type Found = ServerProblem & Readonly<{ isSlow?: true }>

const wrong = (sentence: string): Found => ({ sentence, mayPass: false })

const findMissingRights = async (
  client: pg.Client,
  { user, database }: DatabasePlace,
  schemas: readonly string[],
): Promise<Found | undefined> => {
  const { rows } = await client.query<Rights>(RIGHTS, [
    schemas,
    schemas.includes(READ_SCHEMA) ? [TENANT_READER, STAFF_READER] : [],
  ])
  const [found] = rows
  if (!found || found.version < MIN_VERSION)
    return wrong('The Postgres of DATABASE_URL is older than version 15. Name a newer one.')
  if (found.schemas)
    return wrong(
      `User ${user} of DATABASE_URL may not create tables in schema ${found.schemas.join(', ')} of ` +
        `database ${database}. Let it own the database.`,
    )
  return found.readers
    ? wrong(
        `User ${user} of DATABASE_URL is not a member of ${found.readers.join(', ')} and may not create ` +
          'roles. Create them as docs/operate.md describes under “Who may do what in the database”.',
      )
    : undefined
}

const findReason = async (error: unknown, place: DatabasePlace): Promise<Found> => {
  const described = describeDatabaseFailure(error, place)
  if (described) return described
  const { host, port } = place
  const speaks = await speaksPostgres(place, PROBE_MS)
  if (speaks === false)
    return wrong(
      `What answers at ${host}:${port} is not a Postgres. Check the host and the port in DATABASE_URL.`,
    )
  return {
    sentence: `The Postgres at ${host}:${port} does not answer. Check that it runs and that DATABASE_URL names it.`,
    mayPass: true,
    ...(speaks && { isSlow: true }),
  }
}

const ask = async (databaseUrl: string, schemas: readonly string[]): Promise<Found | undefined> => {
  let client: pg.Client
  try {
    client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
    })
  } catch {
    return wrong('A file that DATABASE_URL names cannot be read. Check sslrootcert, sslcert and sslkey.')
  }
  // The connection that is lost is the one of a query, which fails as well.
  client.on('error', () => undefined)
  const { host, port, user = '', database = '' } = client
  const place = { host, port, user, database }
  try {
    await client.connect()
  } catch (error) {
    return findReason(error, place)
  }
  try {
    return await findMissingRights(client, place, schemas)
  } catch (error) {
    return await findReason(error, place)
  } finally {
    await client.end()
  }
}

/**
 * Why the database of DATABASE_URL cannot be used; undefined when it can, with the right to create these
 * schemas. Takes at most 8 s, and 16 s where a Postgres is slow. Changes nothing.
 */
export const findDatabaseProblem = async (
  databaseUrl: string,
  schemas: readonly string[] = [],
): Promise<ServerProblem | undefined> => {
  const found = await ask(databaseUrl, schemas)
  // On a busy machine the first question only came too early.
  return found?.isSlow ? ask(databaseUrl, schemas) : found
}
