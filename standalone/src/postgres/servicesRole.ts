import pg from 'pg'
import { EVENTS_SCHEMA } from '../event-store/schema.ts'

/** The services' role in the database: it owns everything but the log. */
export const SERVICES_ROLE = 'hearth_services'
const READERS = ['hearth_tenant_reader', 'hearth_staff_reader'] as const

const OWNED_SCHEMAS = ['app', 'read', 'jobs'] as const
const OWNED = OWNED_SCHEMAS.map((name) => `'${name}'`).join(', ')

// Objects that predate the role become its own. Views of one schema may depend on tables of another, so all
// change in one transaction.
const OWNERSHIP = `
do $$
declare found record;
begin
  for found in
    select nspname from pg_namespace
    where nspname in (${OWNED}) and pg_get_userbyid(nspowner) <> '${SERVICES_ROLE}'
  loop
    execute format('alter schema %I owner to ${SERVICES_ROLE}', found.nspname);
  end loop;
  for found in
    select n.nspname, c.relname,
      case c.relkind
        when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table'
      end as kind
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (${OWNED}) and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and pg_get_userbyid(c.relowner) <> '${SERVICES_ROLE}'
      and not exists (
        select from pg_depend d
        where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
          and c.relkind = 'S'
      )
  loop
    execute format('alter %s %I.%I owner to ${SERVICES_ROLE}', found.kind, found.nspname, found.relname);
  end loop;
  for found in
    select p.oid::regprocedure as signature
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in (${OWNED}) and pg_get_userbyid(p.proowner) <> '${SERVICES_ROLE}'
  loop
    execute format('alter function %s owner to ${SERVICES_ROLE}', found.signature);
  end loop;
end $$`

/**
 * Creates the role that the services sign in with, and what only a superuser may create for it. They read the
 * log's tables and cannot change them: only the event store can (docs/domain/security.md#log-of-events). Safe
 * to run at each start. Returns the role's address.
 */
export const prepareServicesRole = async (superuserUrl: string, password: string): Promise<string> => {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const literal = client.escapeLiteral(password)
    await client.query('begin')
    for (const role of [SERVICES_ROLE, ...READERS]) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
      if (rowCount === 0) await client.query(`create role ${role} nologin`)
    }
    await client.query(
      `alter role ${SERVICES_ROLE} login nosuperuser nobypassrls nocreaterole nocreatedb password ${literal}`,
    )
    await client.query(`grant ${READERS.join(', ')} to ${SERVICES_ROLE}`)
    await client.query(
      `
        grant create,
        connect,
        temporary on database ${client.escapeIdentifier(client.database ?? '')} to ${SERVICES_ROLE}`,
    )
    await client.query('create extension if not exists pg_trgm with schema public')
    await client.query('alter function pg_catalog.texticlike(text, text) leakproof')
    await client.query(OWNERSHIP)
    await client.query(`create schema if not exists ${EVENTS_SCHEMA}`)
    await client.query(
      `
        grant usage on schema ${EVENTS_SCHEMA} to ${SERVICES_ROLE};
        grant
        select on all tables in schema ${EVENTS_SCHEMA} to ${SERVICES_ROLE};
        alter default privileges in schema ${EVENTS_SCHEMA}
        grant
        select on tables to ${SERVICES_ROLE}`,
    )
    await client.query('commit')
  } finally {
    await client.end()
  }
  const url = new URL(superuserUrl)
  url.username = SERVICES_ROLE
  url.password = encodeURIComponent(password)
  return url.href
}
