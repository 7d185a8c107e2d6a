import type { SecurityAnswer, SessionRow } from '@hearth/contracts/user'
import type { IdentityProvider } from '@hearth/platform/config/fields'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import type { Sources } from '../runtime/sources.ts'

type SecurityRow = {
  email: string
  hasPassword: boolean
  staff: boolean
  enabledAt: string | null
  codes: number
  linked: Readonly<Record<string, string>> | null
}

const SECURITY = `
  select
    u.email,
    u.password_hash is not null as "hasPassword",
    u.staff_role is not null as staff,
    t.enabled_at as "enabledAt",
    (select count(*)::int from app.recovery_code c where c.user_id = u.id) as codes,
    (
      select
        jsonb_object_agg(i.provider, to_char(i.linked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from app.identity i
      where i.user_id = u.id
    ) as linked
  from app.app_user u left join app.totp t on t.user_id = u.id
  where u.id = $1`

const SESSIONS = `
  select
    id,
    method,
    user_agent as "userAgent",
    address,
    created_at as "createdAt",
    last_seen_at as "lastSeenAt",
    expires_at as "expiresAt",
    id_hash = $2 as current
  from app.session
  where user_id = $1 and expires_at > now()
  order by created_at desc
  limit 100`

const common = { method: 'GET', tenant: 'none', rate: 'read', query: z.strictObject({}) } as const

/** `GET /api/account/sessions`, `/api/account/security`, and the public `/api/login/providers`. */
export const accountRoutes = (
  { pool }: Pick<Sources, 'pool'>,
  providers: readonly IdentityProvider[],
): readonly Route[] => [
  route({
    ...common,
    path: '/api/account/sessions',
    access: 'signed-in',
    handler: async ({ principal: { actor, sessionId, impersonation } }) => {
      // An impersonator may see no one's sessions.
      if (impersonation !== undefined) throw new AppProblem('FORBIDDEN')
      const { rows } = await pool.query<SessionRow>(SESSIONS, [
        actor.kind === 'service' ? null : actor.id,
        sessionId ?? '',
      ])
      return { status: 200, body: { sessions: rows } }
    },
  }),
  route({
    ...common,
    path: '/api/account/security',
    access: 'signed-in',
    withoutSecondFactor: true,
    handler: async ({ principal: { actor, impersonation } }) => {
      if (actor.kind === 'service' || impersonation !== undefined) throw new AppProblem('FORBIDDEN')
      const { rows } = await pool.query<SecurityRow>(SECURITY, [actor.id])
      const row = rows[0]
      if (!row) throw new AppProblem('UNAUTHENTICATED')
      const body: SecurityAnswer = {
        email: row.email,
        hasPassword: row.hasPassword,
        totp: { enabledAt: row.enabledAt, recoveryCodesLeft: row.codes, compulsory: row.staff },
        providers: providers.map(({ id, name }) => ({ id, name, linkedAt: row.linked?.[id] ?? null })),
      }
      return { status: 200, body }
    },
  }),
  route({
    ...common,
    path: '/api/login/providers',
    access: 'public',
    handler: () => ({ status: 200, body: { providers: providers.map(({ id, name }) => ({ id, name })) } }),
  }),
]
