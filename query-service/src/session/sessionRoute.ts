import { resources } from '@hearth/contracts'
import type { ImpersonationReason } from '@hearth/contracts/impersonation'
import { CAPABILITIES, type Capability } from '@hearth/contracts/kernel/access'
import type { SessionAnswer } from '@hearth/contracts/session'
import { route, type Route } from '@hearth/platform/http/route'
import { maySee, refusalToAct, roleOf, type Principal } from '@hearth/platform/session/principal'
import { readMemberships } from '@hearth/platform/session/users'
import { sql } from 'kysely'
import { z } from 'zod'
import { readAcrossAccounts } from '../runtime/readers.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'

type AccountRow = { id: string; display_name: string; timezone: string }

// A missing name is not an error: until the accounts are projected, the console shows "Account".
const readAccounts = async (
  sources: Sources,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AccountRow>> => {
  if (ids.length === 0 || sources.positions.current('account') === undefined) return new Map()
  const { rows } = await readAcrossAccounts(() =>
    sql<AccountRow>`
      select id, display_name, timezone
      from ${tableRef('account')}
      where id = any(${[...ids]}::text[])`.execute(sources.db),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

type ImpersonationRow = { reason: ImpersonationReason; reason_text: string; extended: boolean }

const unknownImpersonation = { reason: null, reasonText: null, extended: false }

/** The impersonation, for the banner that shows it. */
const readImpersonation = async (sources: Sources, id: string) => {
  if (sources.positions.current('impersonation') === undefined) return unknownImpersonation
  const { rows } = await readAcrossAccounts(() =>
    sql<ImpersonationRow>`
      select reason, reason_text, extended
      from ${tableRef('impersonation')}
      where id = ${id}`.execute(sources.db),
  )
  const [row] = rows
  return row === undefined
    ? unknownImpersonation
    : { reason: row.reason, reasonText: row.reason_text, extended: row.extended }
}

/** Whether all that the capability opens are rows of the whole account. */
const opensWholeAccount = (capability: Capability) => {
  const opened = Object.values(resources).filter((resource) => resource.capability === capability)
  return opened.length > 0 && opened.every(({ listings }) => listings === 'whole account')
}
const WHOLE_ACCOUNT = new Set(
  Object.values(resources)
    .map(({ capability }) => capability)
    .filter(opensWholeAccount),
)

/**
 * What the console offers: capabilities to read, and those that need a fresh proof of identity. A member who
 * is limited to some listings is not offered what would stay empty.
 */
const listCapabilities = (principal: Principal, now: number) =>
  (Object.keys(CAPABILITIES) as Capability[]).filter(
    (capability) =>
      (principal.listingIds === 'all' || !WHOLE_ACCOUNT.has(capability)) &&
      (maySee(principal, capability) ||
        [undefined, 'STEP_UP_REQUIRED'].includes(refusalToAct(principal, capability, now))),
  )

/** `GET /api/session`: who is signed in, for which account, and what that allows. */
export const sessionRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/session',
    access: 'signed-in',
    tenant: 'none',
    rate: 'read',
    withoutSecondFactor: true,
    query: z.strictObject({}),
    handler: async ({ principal }) => {
      const { actor, tenantId, impersonation, provedAt } = principal
      const memberships = actor.kind === 'host' ? await readMemberships(sources.pool, actor.id) : []
      const ids = memberships.map(({ hostAccountId }) => hostAccountId)
      const known = await readAccounts(sources, tenantId === undefined ? ids : [...ids, tenantId])
      const { rows } =
        actor.kind === 'service'
          ? { rows: [] }
          : await sources.pool.query<{ email: string }>('select email from app.app_user where id = $1', [
              actor.id,
            ])
      const accountOf = (id: string) => ({ id, displayName: known.get(id)?.display_name ?? 'Account' })
      const body: SessionAnswer = {
        user: { id: actor.id, name: actor.name, email: rows[0]?.email ?? '' },
        role: roleOf(principal),
        account:
          tenantId === undefined
            ? null
            : { ...accountOf(tenantId), timezone: known.get(tenantId)?.timezone ?? 'UTC' },
        accounts: memberships.map(({ hostAccountId, role }) => ({ ...accountOf(hostAccountId), role })),
        capabilities: listCapabilities(principal, sources.now()),
        secondFactor: principal.secondFactor ?? null,
        provedAt: provedAt === undefined ? null : new Date(provedAt).toISOString(),
        impersonation:
          impersonation === undefined
            ? null
            : {
                id: impersonation.id,
                mode: impersonation.mode,
                scopes: [...impersonation.scopes],
                expiresAt: impersonation.expiresAt,
                staffRole: actor.role,
                ...(await readImpersonation(sources, impersonation.id)),
              },
        impersonationOver: principal.endedImpersonation !== undefined,
      }
      return { status: 200, body }
    },
  })
