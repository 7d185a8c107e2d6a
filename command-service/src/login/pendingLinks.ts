import { readBrowserHash } from './browser.ts'
import { actorOf, type Person } from './people.ts'
import type { ClientRequest, LoginTools } from './tools.ts'

const MINUTES = 10

/** Remembers for ten minutes, in this browser, that an identity is to be linked to this person. */
export const keepPending = async (
  { pool }: LoginTools,
  browserHash: string,
  link: Readonly<{ provider: string; subject: string; userId: string }>,
): Promise<void> => {
  await pool.query(
    `
      insert into app.pending_link (browser_hash, provider, subject, user_id, expires_at)
      values ($1, $2, $3, $4, now() + make_interval(mins => ${MINUTES}))
      on conflict (browser_hash) do update
      set
        provider = excluded.provider,
        subject = excluded.subject,
        user_id = excluded.user_id,
        expires_at = excluded.expires_at`,
    [browserHash, link.provider, link.subject, link.userId],
  )
}

/**
 * Links an identity to a person; false when it is already linked to someone else, or the person has linked
 * another one of this provider.
 */
export const linkProvider = async (
  tools: LoginTools,
  person: Person,
  link: Readonly<{ provider: string; subject: string }>,
  request: ClientRequest,
): Promise<boolean> => {
  const { rows } = await tools.pool.query<{ subject: string; user_id: string }>(
    'select subject, user_id from app.identity where provider = $1 and (subject = $2 or user_id = $3)',
    [link.provider, link.subject, person.id],
  )
  if (rows.some(({ subject, user_id }) => subject !== link.subject || user_id !== person.id)) return false
  if (rows.length > 0) return true
  await tools.record(
    { type: 'LinkIdp', data: { provider: link.provider } },
    person.id,
    actorOf(person),
    request,
  )
  const { rowCount } = await tools.pool.query(
    'insert into app.identity (provider, subject, user_id) values ($1, $2, $3) on conflict do nothing',
    [link.provider, link.subject, person.id],
  )
  return rowCount === 1
}

/**
 * Links the identity that is pending in this browser, after the person has signed in
 * (docs/domain/login.md#identity-providers). Answers the provider's id.
 */
export const linkPending = async (
  tools: LoginTools,
  person: Person,
  request: ClientRequest,
): Promise<string | null> => {
  const browser = readBrowserHash(request.headers, tools.publicUrl)
  if (browser === undefined) return null
  const { rows } = await tools.pool.query<{ provider: string; subject: string }>(
    `
      delete from app.pending_link
      where browser_hash = $1 and user_id = $2 and expires_at > now()
      returning provider, subject`,
    [browser, person.id],
  )
  const link = rows[0]
  return link && (await linkProvider(tools, person, link, request)) ? link.provider : null
}
