import type { AccountCommand } from '@hearth/contracts/account'
import { MAX_ERASED_ROWS } from '@hearth/contracts/kernel/accountTexts'
import { ERASED } from '@hearth/contracts/kernel/erased'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { SystemCommand } from '@hearth/contracts/kernel/process'
import { projections } from '@hearth/contracts/projections'
import { describeColumns } from '@hearth/platform/read-model/columns'
import { qualified } from '@hearth/platform/read-model/tables'
import pg from 'pg'

/** The read models that show what people wrote about an account. */
const written = projections.filter(({ erasesTexts }) => erasesTexts)

export const TEXT_TABLES = written.map(({ name }) => name)

const findRows = async (
  pool: pg.Pool,
  { name, row, personal = [] }: (typeof written)[number],
  hostAccountId: string,
): Promise<readonly string[]> => {
  const texts = describeColumns(row)
    .filter(({ field }) => personal.includes(field))
    .map(({ column }) => `coalesce(${pg.escapeIdentifier(column)}::text, '') not in ('', $2)`)
  const { rows } = await pool.query<{ id: string }>(
    `select id from ${qualified(name)} where tenant_id = $1 and (${texts.join(' or ')}) order by id`,
    [hostAccountId, ERASED],
  )
  return rows.map(({ id }) => id)
}

/** The commands that erase what people wrote about the account from its rows. */
export const eraseTextsCommands = async (
  pool: pg.Pool,
  hostAccountId: string,
  erasureId: string,
): Promise<readonly SystemCommand<AccountCommand>[]> => {
  const commands: SystemCommand<AccountCommand>[] = []
  for (const projection of written) {
    const found = await findRows(pool, projection, hostAccountId)
    for (let first = 0; first < found.length; first += MAX_ERASED_ROWS) {
      const ids = found.slice(first, first + MAX_ERASED_ROWS)
      commands.push({
        kind: 'command',
        commandId: deriveId('erase-texts', erasureId, projection.name, ...ids),
        type: 'EraseAccountTexts',
        id: hostAccountId,
        data: { erasureId, table: projection.name, ids },
      })
    }
  }
  return commands
}
