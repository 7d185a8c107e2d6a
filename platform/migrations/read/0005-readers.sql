
do $$
declare
  reader text;
begin
  foreach reader in array array['hearth_tenant_reader', 'hearth_staff_reader'] loop
    if not exists (select from pg_roles where rolname = reader) then
      execute format('create role %I nologin nobypassrls', reader);
    end if;
    if not pg_has_role(current_user, reader, 'member') then
      execute format('grant %I to current_user', reader);
    end if;
    execute format('grant usage on schema read to %I', reader);
  end loop;
exception when insufficient_privilege then
  raise exception 'The roles hearth_tenant_reader, hearth_staff_reader are missing, and this role may not make them' using hint = 'As a superuser: create role hearth_tenant_reader nologin; create role hearth_staff_reader nologin; grant hearth_tenant_reader, hearth_staff_reader to the role of DATABASE_URL.';
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
  execute format('create policy own_account on read.%I for select to hearth_tenant_reader using (tenant_id = (select current_setting(''app.tenant_id'', true))%s)', name, case when shared then ' or tenant_id = ''platform''' else '' end);
  execute format('create policy every_account on read.%I for select to hearth_staff_reader using (true)', name);
  execute format('grant select on read.%I to hearth_tenant_reader, hearth_staff_reader', name);
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
    execute format('grant select on read.%I to hearth_tenant_reader, hearth_staff_reader', found.name);
  end loop;
end $$;
grant select on projection_status, parked_stream_status, projection_request_status to hearth_staff_reader;
