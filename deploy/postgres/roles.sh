#!/bin/sh
# Runs once, when the volume is new, as the superuser (docs/operate.md, "Who may do what in the database"). The services own their schemas and are no superuser:
# row-level security would not hold one. Nobody signs in as the superuser from another container.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role hearth login password :'password';
create role hearth_tenant_reader nologin;
create role hearth_staff_reader nologin;
grant hearth_tenant_reader, hearth_staff_reader to hearth;
alter database hearth owner to hearth;
create extension if not exists pg_trgm with schema public;
alter function pg_catalog.texticlike(text, text) leakproof;
alter role current_user password null;
SQL
