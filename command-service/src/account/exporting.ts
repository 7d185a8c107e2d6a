import { EXPORT_DAYS } from '@hearth/contracts/account'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { EventStore } from '@hearth/platform/event-store/port'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import { TRANSIENT_CODES, RetryableError, type Envelope, type Outcome } from '../runtime/outcome.ts'
import { accountFold } from './account.state.ts'
import type { DataExports } from './dataExports.ts'
import { EXPORTED_RESOURCES, readExportedRows } from './exportedRows.ts'
import { writeExportZip, type ExportTotals } from './exportZip.ts'
import { isBehind } from './isBehind.ts'

const tables = [...new Set(EXPORTED_RESOURCES.map(({ table }) => table))]

export type ExportingOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  /** Opens personal fields of events. */
  store: Pick<EventStore, 'read'>
  readEvents: EventReader
  dataExports: DataExports
  now: () => Instant
}>

/**
 * Exports an account's data: for each read model one JSON and one CSV file, in a zip file
 * (docs/domain/account.md#data-export).
 */
export const createExporting = ({
  pool,
  handler,
  handle,
  store,
  readEvents,
  dataExports,
  now,
}: ExportingOptions) => ({
  /**
   * Prepares the requested export; safe to repeat after an interruption. Rejects with a retryable error while
   * the read models lack something that existed when the export was requested.
   */
  prepare: async (hostAccountId: string, exportId: string, correlationId: string): Promise<void> => {
    const { state, commit } = await handler.view(accountFold, hostAccountId, 0)
    if (state.status === 'none' || state.exports[exportId] !== 'preparing') return
    if (await isBehind(pool, tables, commit)) throw new RetryableError('the read models are not up to date')
    const at = now()
    const expiresAt = addHours(at, EXPORT_DAYS * 24)
    const totals: ExportTotals = { rows: 0, bytes: 0, files: 0 }
    await dataExports.write(
      { id: exportId, hostAccountId, name: `hearth-data-${at.slice(0, 10)}.zip`, expiresAt },
      writeExportZip(
        EXPORTED_RESOURCES,
        (resource) => readExportedRows({ pool, store, readEvents }, resource, hostAccountId),
        totals,
      ),
    )
    const outcome = await handle(
      createInternal(
        {
          kind: 'command',
          commandId: deriveId('record-export', exportId, at),
          type: 'RecordDataExport',
          id: hostAccountId,
          data: { exportId, ...totals, expiresAt },
        },
        { correlationId },
      ),
    )
    if (outcome.kind !== 'rejected') return
    await dataExports.remove(exportId)
    if (TRANSIENT_CODES.includes(outcome.code)) throw new RetryableError(outcome.code)
  },
})
