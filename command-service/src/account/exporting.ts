import { resources } from '@hearth/contracts'
import { EXPORT_DAYS } from '@hearth/contracts/account'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { can } from '@hearth/contracts/kernel/access'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { readCell, csvLines } from '@hearth/platform/csv/csv'
import type { DataExports } from './dataExports.ts'
import { describeColumns, columnsToRow } from '@hearth/platform/read-model/columns'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import { qualified } from '@hearth/platform/read-model/tables'
import { Zip, ZipDeflate } from 'fflate'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { internalOf } from '../runtime/internal.ts'
import { TRANSIENT_CODES, RetryableError, type Envelope, type Outcome } from '../runtime/outcome.ts'
import { accountFold } from './account.state.ts'
import { isBehind } from './isBehind.ts'

type Row = Readonly<Record<string, unknown>>

const PAGE = 500
const PIECE_BYTES = 512 * 1024
const BYTE_ORDER_MARK = '\ufeff'

/** What an owner may read of the account, but for copies of it. */
const exported: readonly Resource[] = Object.values(resources).filter(
  ({ name, scope, view, capability }: Resource) =>
    scope === 'tenant' && view !== true && name !== 'data-exports' && can('owner', capability),
)

const tables = [...new Set(exported.map(({ table }) => table))]

export type ExportingOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  /** Opens personal fields of events. */
  readEvents: EventReader
  dataExports: DataExports
  now: () => Instant
}>

/**
 * Makes copies of an account's data: for each read model one JSON and one CSV file, in a zip file
 * (docs/domain/account.md#data-export).
 */
export const createExporting = ({
  pool,
  handler,
  handle,
  readEvents,
  dataExports,
  now,
}: ExportingOptions) => {
  const pagesOf = async function* (
    { table, row, where = {} }: Resource,
    tenantId: string,
  ): AsyncGenerator<readonly Row[]> {
    const columns = describeColumns(row)
    const fixed = Object.entries(where)
    const conditions = fixed
      .map(
        ([field], index) =>
          ` and ${columns.find((column) => column.field === field)?.column ?? field} = any($${index + 3}::text[])`,
      )
      .join('')
    for (let after = ''; ;) {
      const { rows } = await pool.query<Row & { id: string }>(
        `
          select *
          from ${qualified(table)}
          where tenant_id = $1 and id > $2 ${conditions}
          order by id
          limit ${PAGE}`,
        [tenantId, after, ...fixed.map(([, values]) => values)],
      )
      if (rows.length > 0) yield rows.map((record) => columnsToRow(columns, record))
      const last = rows.at(-1)
      if (last === undefined || rows.length < PAGE) return
      after = last.id
    }
  }

  const opened = async (name: string, rows: readonly Row[]): Promise<readonly Row[]> => {
    if (name !== 'events') return rows
    const events = rows.map((row) => ({
      id: String(row['id']),
      stream: String(row['stream']),
      revision: BigInt(String(row['streamRevision'])),
      type: String(row['type']),
      data: row['data'],
      metadata: row['metadata'] as Readonly<Record<string, string>>,
      position: { commit: BigInt(String(row['commit'])), prepare: BigInt(String(row['commit'])) },
      recordedAt: String(row['recordedAt']),
    }))
    const read = await readEvents(events)
    return rows.map((row, index) => {
      const result = read[index]
      return { ...row, data: result !== undefined && 'event' in result ? result.event.data : null }
    })
  }

  /** The zip file's bytes as they come; `count` hears how much it is. */
  const zipOf = async function* (
    tenantId: string,
    count: Readonly<{ rows: (n: number) => void; bytes: (n: number) => void; file: () => void }>,
  ): AsyncGenerator<Uint8Array> {
    let waiting: Uint8Array[] = []
    let failure: Error | undefined
    const zip = new Zip((error, bytes) => {
      if (error) failure = error
      else waiting.push(bytes)
    })
    const take = function* (least: number): Generator<Uint8Array> {
      if (failure) throw failure
      const size = waiting.reduce((total, bytes) => total + bytes.length, 0)
      if (size < least || size === 0) return
      count.bytes(size)
      yield Buffer.concat(waiting)
      waiting = []
    }
    const open = (name: string) => {
      const file = new ZipDeflate(name, { level: 6 })
      zip.add(file)
      count.file()
      return (text: string, last = false) => file.push(Buffer.from(text, 'utf8'), last)
    }
    for (const resource of exported) {
      const fields = Object.keys(resource.row.shape)
      for (const form of ['json', 'csv'] as const) {
        const write = open(`${resource.name}.${form}`)
        write(form === 'json' ? '[' : BYTE_ORDER_MARK + csvLines([fields]))
        let first = true
        for await (const page of pagesOf(resource, tenantId)) {
          const rows = await opened(resource.name, page)
          if (form === 'json') {
            count.rows(rows.length)
            write(
              rows.map((row, index) => `${first && index === 0 ? '' : ','}\n${JSON.stringify(row)}`).join(''),
            )
          } else write(csvLines(rows.map((row) => fields.map((field) => readCell(row, field)))))
          if (rows.length > 0) first = false
          yield* take(PIECE_BYTES)
        }
        write(form === 'json' ? '\n]\n' : '', true)
      }
      yield* take(PIECE_BYTES)
    }
    zip.end()
    yield* take(0)
  }

  return {
    /**
     * Makes the copy that was asked for; again when it did not come to its end. Rejects, to be tried again,
     * while the read models lack something that was there when it was asked for.
     */
    make: async (hostAccountId: string, exportId: string, correlationId: string): Promise<void> => {
      const { state, commit } = await handler.view(accountFold, hostAccountId, 0)
      if (state.status === 'none' || state.exports[exportId] !== 'preparing') return
      if (await isBehind(pool, tables, commit)) throw new RetryableError('the read models are not up to date')
      const at = now()
      const expiresAt = addHours(at, EXPORT_DAYS * 24)
      const sums = { rows: 0, bytes: 0, files: 0 }
      const count = {
        rows: (n: number) => void (sums.rows += n),
        bytes: (n: number) => void (sums.bytes += n),
        file: () => void (sums.files += 1),
      }
      await dataExports.write(
        { id: exportId, hostAccountId, name: `hearth-data-${at.slice(0, 10)}.zip`, expiresAt },
        zipOf(hostAccountId, count),
      )
      const outcome = await handle(
        internalOf(
          {
            kind: 'command',
            commandId: deriveId('record-export', exportId, at),
            type: 'RecordDataExport',
            id: hostAccountId,
            data: { exportId, ...sums, expiresAt },
          },
          { correlationId },
        ),
      )
      if (outcome.kind !== 'rejected') return
      await dataExports.remove(exportId)
      if (TRANSIENT_CODES.includes(outcome.code)) throw new RetryableError(outcome.code)
    },
  }
}
