import type { Projection, Row } from '@hearth/contracts/kernel/projection'
import { sql, type RawBuilder } from 'kysely'
import { columnsToRow, describeColumns } from '../read-model/columns.ts'
import type { LogSources } from '../read-model/readLog.ts'
import { READ_SCHEMA } from '../read-model/tables.ts'

export const readTable = (name: string): RawBuilder<unknown> => sql.table(`${READ_SCHEMA}.${name}`)

/** The columns of a projection's rows, of a table named `r`. */
export const selectColumns = (columns: ReturnType<typeof describeColumns>): RawBuilder<unknown> =>
  sql.join(columns.map(({ column }) => sql.ref(`r.${column}`)))

/** Rows of a read model as its fold left them. */
export const readRows = async <R extends Row>(
  { db }: Pick<LogSources, 'db'>,
  { name, row }: Projection<R>,
  where: RawBuilder<unknown>,
): Promise<readonly R[]> => {
  const columns = describeColumns(row)
  const { rows } = await sql<Row>`
    select ${selectColumns(columns)} from ${readTable(name)} as r where ${where}`.execute(db)
  // The projector wrote them by the same schema.
  return rows.map((record) => columnsToRow(columns, record) as R)
}
