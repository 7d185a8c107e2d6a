import { deriveId, PLATFORM_TENANT } from '@hearth/contracts/kernel/ids'
import type { Box } from '@hearth/platform/sealing/box'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import type pg from 'pg'

/** Queued mail is not sealed with the recipient's key, so it is deleted. */
export const removeQueuedMail = async (
  db: Pick<pg.ClientBase, 'query'>,
  box: Box,
  emails: readonly string[],
): Promise<void> => {
  if (emails.length === 0) return
  const { rows } = await db.query<{ id: string; content: Buffer }>('select id, content from app.mail')
  const theirs = rows.filter(({ id, content }) => {
    const text = box.open(content, `mail/${id}`).toLowerCase()
    return emails.some((email) => text.includes(email))
  })
  await db.query('delete from app.mail where id = any($1::uuid[])', [theirs.map(({ id }) => id)])
}

/** Links to people who had no user yet are recorded under an id derived from the address. */
export const removeLinks = async (
  pool: pg.Pool,
  sealer: Pick<Sealer, 'eraseSubject'>,
  subjects: readonly string[],
  emails: readonly string[],
): Promise<void> => {
  for (const email of emails) await sealer.eraseSubject(PLATFORM_TENANT, deriveId('email', email))
  await pool.query(
    `delete from app.ticket where subject = any($1::text[]) or context->>'memberId' = any($1::text[])`,
    [subjects],
  )
}

/** Removes the users who are neither staff nor members of another account. */
export const removeUsers = async (
  pool: pg.Pool,
  sealer: Pick<Sealer, 'eraseSubject'>,
  userIds: readonly string[],
): Promise<void> => {
  const { rows: removed } = await pool.query<{ id: string }>(
    `
      delete from app.app_user u
      where
        u.id = any($1::uuid[])
        and u.staff_role is null
        and not exists (select from app.membership m where m.user_id = u.id)
      returning u.id`,
    [userIds],
  )
  const { rows: gone } = await pool.query<{ id: string }>(
    `
      select id
      from unnest($1::uuid[]) as wanted (id)
      where not exists (select from app.app_user u where u.id = wanted.id)`,
    [userIds],
  )
  for (const id of new Set([...removed, ...gone].map((row) => row.id)))
    await sealer.eraseSubject(PLATFORM_TENANT, id)
}
