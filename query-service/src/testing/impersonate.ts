import type { ImpersonationGrant } from '@hearth/contracts/kernel/access'
import { newId } from '@hearth/contracts/kernel/ids'
import type { Service } from './service.ts'

/** A member of staff who impersonates the account for an hour: their reader, and the impersonation's id. */
export const impersonate = async (
  service: Pick<Service, 'pool' | 'addStaff' | 'as'>,
  hostAccountId: string,
  { mode, scopes }: ImpersonationGrant,
) => {
  const id = newId()
  const email = `${id}@example.test`
  const userId = await service.addStaff(email, 'Sam Support', 'support')
  const reader = await service.as(email)
  await service.pool.query(
    `
      insert into app.impersonation (id, staff_user_id, host_account_id, mode, scopes, expires_at)
      values ($1, $2, $3, $4, $5, now() + interval '1 hour')`,
    [id, userId, hostAccountId, mode, scopes],
  )
  await service.pool.query('update app.session set impersonation_id = $1 where user_id = $2', [id, userId])
  return { id, reader }
}
