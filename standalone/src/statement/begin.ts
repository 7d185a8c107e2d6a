import { deriveId } from '@hearth/contracts/kernel/ids'
import type pg from 'pg'
import type { SendCommand } from '../commands/commandSender.ts'

/** Accounts whose ledger has entries of past months and whose statements have not begun, with the first month. */
const FIRST_MONTHS = `
  select e.tenant_id as account, to_char(min(e.available_at - interval '24 hours') at time zone min(a.timezone), 'YYYY-MM') as month
  from read.ledger_entry e join read.account a on a.id = e.tenant_id
  where
    not exists (
      select 1
      from read.statement s
      where s.tenant_id = e.tenant_id and s.state = 'locked'
    )
  group by e.tenant_id
  having min(e.available_at) < date_trunc('month', now()) - interval '1 day'`

/**
 * Locks the first statement of every account with an imported history; the following ones are locked by
 * themselves (docs/domain/statement.md#locking). Returns how many accounts it began.
 */
export const beginStatements = async (pool: Pick<pg.Pool, 'query'>, send: SendCommand): Promise<number> => {
  const { rows } = await pool.query<{ account: string; month: string }>(FIRST_MONTHS)
  for (const { account, month } of rows) {
    const locked = await send({
      path: `/api/statements/${account}/lock`,
      body: { month },
      key: deriveId('begin-statements', account, month),
    })
    // A month that ended a day or two ago is locked on its own day.
    if (!locked.ok && locked.code !== 'PRECONDITION_FAILED')
      throw new Error(`The statement of ${month} could not be locked: ${locked.detail}`)
  }
  return rows.length
}
