import { readBrowserHash } from './browser.ts'
import { actorOf, type Person } from './people.ts'
import type { ClientRequest, LoginTools } from './tools.ts'

const MINUTES = 10

/** Remembers, for this browser and ten minutes, that a provider's person would be this person here. */
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
 * Writes down that the provider's person is this one; false when it is somebody else's already, or this one
 * has another there.
 */
export const linkProvider = async (
  tools: LoginTools,
  person: Person,
  link: Readonly<{ provider: string; subject: string }>,
  asked: ClientRequest,
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
    asked,
  )
  const { rowCount } = await tools.pool.query(
    'insert into app.identity (provider, subject, user_id) values ($1, $2, $3) on conflict do nothing',
    [link.provider, link.subject, person.id],
  )
  return rowCount === 1
}

/**
 * Links what waits for this browser, now that the person has shown that the account is theirs
 * (docs/domain/login.md#identity-providers). Answers the provider's id.
 */
export const linkPending = async (
  tools: LoginTools,
  person: Person,
  asked: ClientRequest,
): Promise<string | null> => {
  const browser = readBrowserHash(asked.headers, tools.publicUrl)
  if (browser === undefined) return null
  const { rows } = await tools.pool.query<{ provider: string; subject: string }>(
    `
      delete from app.pending_link
      where browser_hash = $1 and user_id = $2 and expires_at > now()
      returning provider, subject`,
    [browser, person.id],
  )
  const link = rows[0]
  return link && (await linkProvider(tools, person, link, asked)) ? link.provider : null
}
