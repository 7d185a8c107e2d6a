import { MAX_LOOKS, type AuditCommand, type Look } from '@hearth/contracts/audit'
import type { ImpersonationCommand } from '@hearth/contracts/impersonation'
import type { SystemCommand } from '@hearth/contracts/kernel/process'
import { deriveId, newId } from '@hearth/contracts/kernel/ids'
import { pause } from '@hearth/platform/retry/backoff'
import type { Log } from '@hearth/platform/telemetry/log'
import type pg from 'pg'
import { createInternal } from '../runtime/internal.ts'
import { TRANSIENT_CODES, RetryableError, type Envelope, type Outcome } from '../runtime/outcome.ts'
import { deleteBatch, readOldestBatch, startBatch, type AccessRow } from './accessBatches.ts'

const ROUND_MS = 2_000
/** In the log of people whose account no longer exists. */
const FORMER_STAFF = 'A former member of staff'

/** A screen that refreshes itself shows the same records again; only the first time counts. */
const dropRepetitions = (accesses: readonly Look[]): readonly Look[] => {
  const seen = new Set<string>()
  return accesses.filter(({ resource, recordIds }) => {
    const name = JSON.stringify([resource, recordIds])
    return !seen.has(name) && seen.add(name)
  })
}

const groupBySession = (rows: readonly AccessRow[]): ReadonlyMap<string, readonly AccessRow[]> => {
  const groups = new Map<string, AccessRow[]>()
  for (const row of rows) {
    const name = row.impersonationId ?? `${row.hostAccountId}/${row.staffUserId}`
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return groups
}

const createCommand = (
  commandId: string,
  { staffUserId, staffName, hostAccountId, impersonationId }: AccessRow,
  reads: Look[],
): SystemCommand<AuditCommand | ImpersonationCommand> =>
  impersonationId === null
    ? {
        kind: 'command',
        commandId,
        type: 'RecordStaffLooks',
        id: hostAccountId,
        data: { hostAccountId, staffUserId, staffName: staffName ?? FORMER_STAFF, looks: reads },
      }
    : {
        kind: 'command',
        commandId,
        type: 'RecordImpersonationReads',
        id: impersonationId,
        data: { reads },
      }

/**
 * Moves what staff read of accounts to the streams `audit-<account>` and, in an impersonation, to its own
 * stream, several reads to an event. Reads that are moved together keep their batch, and the events' ids
 * derive from it, so a repetition after a crash writes the same events.
 */
export const createAccessLog = ({
  pool,
  handle,
  log,
}: Readonly<{ pool: pg.Pool; handle: (envelope: Envelope) => Promise<Outcome>; log: Log }>) => {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  /** Records what one member of staff read of one account, as themselves or in one impersonation. */
  const recordGroup = async (name: string, rows: readonly AccessRow[]): Promise<void> => {
    const [first] = rows
    if (first === undefined) return
    const { batch, hostAccountId } = first
    const accesses = dropRepetitions(rows.map(({ at, resource, recordIds }) => ({ at, resource, recordIds })))
    for (let from = 0; from < accesses.length; from += MAX_LOOKS) {
      const commandId = deriveId('staff-looks', batch, name, String(from))
      const command = createCommand(commandId, first, accesses.slice(from, from + MAX_LOOKS))
      const outcome = await handle(createInternal(command, { correlationId: batch }))
      if (outcome.kind !== 'rejected') continue
      if (TRANSIENT_CODES.includes(outcome.code)) throw new RetryableError(outcome.code)
      log.error({ code: outcome.code, hostAccountId }, 'audit: an entry of the access log was refused')
    }
  }

  const record = async (): Promise<void> => {
    await startBatch(pool, newId())
    const rows = await readOldestBatch(pool)
    for (const [name, group] of groupBySession(rows)) await recordGroup(name, group)
    if (rows[0] !== undefined) await deleteBatch(pool, rows[0].batch)
  }

  return {
    /** One round. Several processes can run it at the same time. */
    record,
    start: () => {
      running = (async () => {
        while (!stopping.signal.aborted) {
          await record().catch((error: unknown) =>
            log.warn({ err: error }, 'audit: this round failed, the next one tries again'),
          )
          await pause(ROUND_MS, stopping.signal)
        }
      })()
    },
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
