import { PLATFORM_TENANT } from '@hearth/contracts/kernel/ids'
import { computeBackoffMs, pause } from '@hearth/platform/retry/backoff'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Log } from '@hearth/platform/telemetry/log'
import { isBound } from '@hearth/platform/session/principal'
import type pg from 'pg'
import type { NoteAccess } from '../runtime/sources.ts'

type Look = Readonly<{
  staffUserId: string
  hostAccountId: string
  resource: string
  recordIds: readonly string[]
  at: string
}>

/** Looks are gathered for this long before they are written; a process that dies takes that much with it. */
const GATHER_MILLISECONDS = 200
/** While so many cannot be written, staff may not read on. */
const MOST_WAITING = 5_000

export type StaffLooks = Readonly<{
  note: NoteAccess
  /** Writes what is left. */
  close: () => Promise<void>
}>

/**
 * Writes down what staff read of accounts (docs/domain/audit.md#access-log); the command service takes it to
 * the log. Reading does not wait for it.
 */
export const openStaffLooks = ({
  pool,
  now,
  log,
}: Readonly<{ pool: Pick<pg.Pool, 'query'>; now: () => number; log: Log }>): StaffLooks => {
  let waiting: Look[] = []
  let writing: Promise<void> | undefined
  const stopping = new AbortController()

  const write = async (): Promise<void> => {
    for (let failures = 0; waiting.length > 0;) {
      await pause(
        failures === 0 ? GATHER_MILLISECONDS : computeBackoffMs(failures, GATHER_MILLISECONDS, 5_000),
        stopping.signal,
      )
      const looks = waiting
      try {
        await pool.query(
          `
            insert into app.staff_look (staff_user_id, host_account_id, resource, record_ids, at)
            select
              (l ->> 'staffUserId')::uuid,
              l ->> 'hostAccountId',
              l ->> 'resource',
              array(select jsonb_array_elements_text(l -> 'recordIds')),
              (l ->> 'at')::timestamptz
            from jsonb_array_elements($1::jsonb) l`,
          [JSON.stringify(looks)],
        )
        waiting = waiting.slice(looks.length)
        failures = 0
      } catch (error) {
        failures += 1
        log.warn(
          { err: error, looks: waiting.length },
          'audit: looks of staff could not be written down, they are tried again',
        )
        if (stopping.signal.aborted) return
      }
    }
  }

  return {
    note: (principal, resource, rows) => {
      if (principal.actor.kind !== 'staff' || isBound(principal) || rows.length === 0) return
      if (waiting.length >= MOST_WAITING)
        throw new AppProblem(
          'DEPENDENCY_UNAVAILABLE',
          'We can’t record this access right now, so nothing is shown. Try again shortly.',
        )
      const at = new Date(now()).toISOString()
      for (const hostAccountId of new Set(rows.map(({ tenantId }) => tenantId))) {
        const recordIds = rows.filter(({ tenantId }) => tenantId === hostAccountId).map(({ id }) => id)
        if (hostAccountId !== PLATFORM_TENANT)
          waiting.push({ staffUserId: principal.actor.id, hostAccountId, resource, recordIds, at })
      }
      writing ??= write().finally(() => {
        writing = undefined
      })
    },
    close: async () => {
      stopping.abort()
      await writing
    },
  }
}
