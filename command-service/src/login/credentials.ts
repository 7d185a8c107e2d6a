import { AppProblem } from '@hearth/platform/http/appProblem'
import { withTransaction } from '@hearth/platform/postgres/pool'
import { closeSessions } from '@hearth/platform/session/sessions'
import { hashPassword } from '@hearth/platform/session/users'
import { passwordChangedMail } from './mails.ts'
import { actorOf, type Person } from './people.ts'
import type { ClientRequest, LoginTools } from './tools.ts'

type NewPerson = Readonly<{ id: string; email: string; displayName: string; password: string }>

/** Registers a person who follows an invitation; the link has shown that the email address is theirs. */
export const registerPerson = async (
  tools: LoginTools,
  { id, email, displayName, password }: NewPerson,
  request: ClientRequest,
): Promise<Person> => {
  const passwordHash = await hashPassword(password)
  const person: Person = { id, email, displayName, staffRole: null, passwordHash, hasTotp: false }
  const actor = actorOf(person)
  const { rowCount } = await tools.pool.query(
    `
      insert into app.app_user (id, email, password_hash, display_name)
      values ($1, $2, $3, $4)
      on conflict do nothing`,
    [id, email, passwordHash, displayName],
  )
  if (rowCount !== 1)
    throw new AppProblem('DUPLICATE', 'Someone already uses this email address. Open the link again')
  await tools.record(
    { type: 'RegisterUser', data: { email, displayName, staffRole: null } },
    id,
    actor,
    request,
  )
  await tools.record({ type: 'ChangePassword', data: { cause: 'first' } }, id, actor, request)
  return person
}

/** Changes a password: ends all the person's sessions but `except`, voids their links, and emails them. */
export const setPassword = async (
  tools: LoginTools,
  person: Person,
  password: string,
  cause: 'change' | 'reset',
  request: ClientRequest,
  except?: string,
): Promise<void> => {
  const actor = actorOf(person)
  const passwordHash = await hashPassword(password)
  await tools.record(
    { type: 'ChangePassword', data: { cause: person.passwordHash === null ? 'first' : cause } },
    person.id,
    actor,
    request,
  )
  const { count, voided } = await withTransaction(tools.pool, async (transaction) => {
    await transaction.query('update app.app_user set password_hash = $2 where id = $1', [
      person.id,
      passwordHash,
    ])
    const { rows } = await transaction.query<{ id: string }>(
      `
        update app.ticket
        set voided_at = now()
        where
          user_id = $1
          and used_at is null
          and voided_at is null
          and purpose in ('email_login', 'password_reset', 'mobile_handoff')
        returning id`,
      [person.id],
    )
    await tools.mail.add(
      'message',
      passwordChangedMail(person.email, new URL('/forgot-password', tools.publicUrl).href),
      transaction,
    )
    return { count: await closeSessions(transaction, person.id, except), voided: rows.map(({ id }) => id) }
  })
  await tools.record(
    {
      type: 'RevokeSessions',
      data: { count, cause: cause === 'reset' ? 'password_reset' : 'password_changed' },
    },
    person.id,
    actor,
    request,
  )
  for (const id of voided)
    await tools.record({ type: 'VoidTicket', data: { why: 'password_changed' } }, id, actor, request)
}
