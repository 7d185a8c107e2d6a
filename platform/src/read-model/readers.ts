import { qualified } from './tables.ts'

/**
 * Reads one account's rows, that of the setting `app.tenant_id`; without it none. What the query service is
 * for hosts and for staff in their place.
 */
export const TENANT_READER = 'hearth_tenant_reader'
/** Reads every account's rows: staff and programs. Never used for a host. */
export const STAFF_READER = 'hearth_staff_reader'

const readers = `${TENANT_READER}, ${STAFF_READER}`

/**
 * Row-level security on everything that holds accounts' rows: the second net under the scopes of queries.
 * Owners of the tables, who project, are not bound by it. The tenant comes from a subquery, so that it is
 * found out once and not for each row. The staff's policy is plainly true: the planner drops it.
 */
export const readersSql = `
do $$
declare
  reader text;
begin
  foreach reader in array array['${TENANT_READER}', '${STAFF_READER}'] loop
    if not exists (select from pg_roles where rolname = reader) then
      execute format('create role %I nologin nobypassrls', reader);
    end if;
    if not pg_has_role(current_user, reader, 'member') then
      execute format('grant %I to current_user', reader);
    end if;
    execute format('grant usage on schema read to %I', reader);
  end loop;
exception when insufficient_privilege then
  raise exception 'The roles ${readers} are missing, and this role may not make them' using hint = 'As a superuser: create role ${TENANT_READER} nologin; create role ${STAFF_READER} nologin; grant ${readers} to the role of DATABASE_URL.';
end $$;

-- Searching by words must find its index below the policy. What ilike answers tells nothing about rows that it was not asked for.
do $$ begin
  alter function pg_catalog.texticlike(text, text) leakproof;
exception when insufficient_privilege then
  raise notice 'texticlike stays as it is: hosts'' searches read all rows of their account';
end $$;

-- shared: rows that belong to no account are for everybody.
create function protect(name text, shared boolean) returns void language plpgsql as $$
begin
  execute format('alter table read.%I enable row level security', name);
  execute format('drop policy if exists own_account on read.%I', name);
  execute format('drop policy if exists every_account on read.%I', name);
  execute format('create policy own_account on read.%I for select to ${TENANT_READER} using (tenant_id = (select current_setting(''app.tenant_id'', true))%s)', name, case when shared then ' or tenant_id = ''platform''' else '' end);
  execute format('create policy every_account on read.%I for select to ${STAFF_READER} using (true)', name);
  execute format('grant select on read.%I to ${readers}', name);
end $$;

do $$
declare
  found record;
begin
  for found in select table_name, projection from read.build where to_regclass('read.' || quote_ident(table_name)) is not null loop
    perform read.protect(found.table_name, found.projection = 'policy');
  end loop;
  for found in select name from read.projection where to_regclass('read.' || quote_ident(name)) is not null loop
    execute format('alter view read.%I set (security_invoker = true)', found.name);
    execute format('grant select on read.%I to ${readers}', found.name);
  end loop;
end $$;
grant select on projection_status, parked_stream_status, projection_request_status to ${STAFF_READER};`

/** Who makes a role may from version 16 on hand it out, but not yet be it. */
export const beReadersSql = `
do $$
declare
  reader text;
begin
  foreach reader in array array['${TENANT_READER}', '${STAFF_READER}'] loop
    if current_setting('server_version_num')::int >= 160000 and not pg_has_role(current_user, reader, 'set') then
      execute format('grant %I to current_user with set true', reader);
    end if;
  end loop;
end $$`

/**
 * Binds a new table of a projection; parameters: its name, and whether rows that belong to no account are for
 * everybody.
 */
export const PROTECT_SQL = 'select read.protect($1, $2)'

/** Shows a build's table under the projection's name, with the rights of whoever reads. */
export const showAsSql = (projection: string, table: string): string =>
  `create or replace view ${qualified(projection)} with (security_invoker = true) as select * from ${qualified(table)}; grant select on ${qualified(projection)} to ${readers}`
