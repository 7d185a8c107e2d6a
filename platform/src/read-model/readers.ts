import { qualified } from './tables.ts'

/**
 * Reads the rows of the account in the setting `app.tenant_id`; without it none. The query service uses this
 * role for hosts and for staff who impersonate.
 */
export const TENANT_READER = 'hearth_tenant_reader'
/** Reads every account's rows: staff and programs. Never used for a host. */
export const STAFF_READER = 'hearth_staff_reader'

const readers = `${TENANT_READER}, ${STAFF_READER}`

/**
 * Row-level security for a new table of a projection: a second safeguard under the scopes of queries.
 * Parameters: its name, and whether everyone may read rows that belong to no account. The owners of the
 * tables, who project, are not bound by it (`0005-readers.sql`: the tenant comes from a subquery, so that it
 * is read once and not for each row; the staff's policy is constantly true, so the planner drops it).
 */
export const PROTECT_SQL = 'select read.protect($1, $2)'

/** Shows a build's table under the projection's name, with the rights of the role that reads. */
export const showAsSql = (projection: string, table: string): string =>
  `
    create or replace view ${qualified(projection)}
    with (security_invoker = true) as
    select *
    from ${qualified(table)};
    grant
    select on ${qualified(projection)} to ${readers}`
