import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import { createUser } from '@hearth/platform/session/users'
import type pg from 'pg'
import type { CommandResult, SendCommand } from '../commands/commandSender.ts'

export type NewAccount = Readonly<{
  displayName: string
  kind: 'individual' | 'company'
  country: string
  defaultCurrency: string
  timezone: string
}>
export type Owner = Readonly<{ email: string; name: string }>

const taken = (what: string, result: CommandResult) => {
  if (!result.ok) throw new Error(`${what}: ${result.detail} (${result.code})`)
  return result
}

/**
 * Opens a host account with its first owner, who chooses a password with "Forgot your password?". The same
 * name and owner again continue an interrupted run. Throws with the reason when the input is wrong; no
 * account or person is created then.
 */
export const openHostAccount = async (
  pool: pg.Pool,
  send: SendCommand,
  account: NewAccount,
  { email, name }: Owner,
): Promise<Id> => {
  const { rows } = await pool.query(
    'select from app.app_user where lower(email) = lower($1) and staff_role is not null',
    [email],
  )
  if (rows.length > 0)
    throw new Error(`${email} belongs to a staff member; an owner needs a different email address`)
  const key = (step: string) => deriveId('people', step, account.displayName, email)
  const { id: hostAccountId } = taken(
    'The account couldn’t be created',
    await send({ path: '/api/accounts', body: account, key: key('account') }),
  )
  const userId = await createUser(pool, { email, displayName: name })
  const member = { userId, name, email, role: 'owner', listingIds: null }
  taken(
    `Account ${hostAccountId} has no owner yet`,
    await send({ path: `/api/accounts/${hostAccountId}/import-member`, body: member, key: key('owner') }),
  )
  return hostAccountId
}
