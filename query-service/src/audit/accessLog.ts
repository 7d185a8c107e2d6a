import { PLATFORM_TENANT } from '@hearth/contracts/kernel/ids'
import { computeBackoffMs, pause } from '@hearth/platform/retry/backoff'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Log } from '@hearth/platform/telemetry/log'
import { isBound } from '@hearth/platform/session/principal'
import type pg from 'pg'
import type { NoteAccess } from '../runtime/sources.ts'

type Access = Readonly<{
  staffUserId: string
  hostAccountId: string
  resource: string
  recordIds: readonly string[]
  at: string
}>

/** Entries are collected for this long and written together; a process that dies loses that much. */
const BATCH_MS = 200
const MAX_RETRY_MS = 5_000
/** While this many entries are unwritten, staff can read nothing more. */
const MAX_UNWRITTEN = 5_000

const insert = (pool: Pick<pg.Pool, 'query'>, entries: readonly Access[]) =>
  pool.query(
    `
      insert into app.staff_look (staff_user_id, host_account_id, resource, record_ids, at)
      select
        (l ->> 'staffUserId')::uuid,
        l ->> 'hostAccountId',
        l ->> 'resource',
        array(select jsonb_array_elements_text(l -> 'recordIds')),
        (l ->> 'at')::timestamptz
      from jsonb_array_elements($1::jsonb) l`,
    [JSON.stringify(entries)],
  )

export type AccessLog = Readonly<{
  note: NoteAccess
  /** Writes what is left. */
  close: () => Promise<void>
}>

/**
 * Writes the access log: what staff read of accounts (docs/domain/audit.md#access-log). The command service
 * copies it to the event log. Reading does not wait for it.
 */
export const openAccessLog = ({
  pool,
  now,
  log,
}: Readonly<{ pool: Pick<pg.Pool, 'query'>; now: () => number; log: Log }>): AccessLog => {
  let unwritten: Access[] = []
  let writing: Promise<void> | undefined
  const stopping = new AbortController()

  const write = async (): Promise<void> => {
    for (let failures = 0; unwritten.length > 0;) {
      await pause(
        failures === 0 ? BATCH_MS : computeBackoffMs(failures, BATCH_MS, MAX_RETRY_MS),
        stopping.signal,
      )
      const entries = unwritten
      try {
        await insert(pool, entries)
        unwritten = unwritten.slice(entries.length)
        failures = 0
      } catch (error) {
        failures += 1
        log.warn(
          { err: error, unwritten: unwritten.length },
          'audit: writing the access log failed, trying again',
        )
        if (stopping.signal.aborted) return
      }
    }
  }

  return {
    note: (principal, resource, rows) => {
      if (principal.actor.kind !== 'staff' || isBound(principal) || rows.length === 0) return
      if (unwritten.length >= MAX_UNWRITTEN)
        throw new AppProblem(
          'DEPENDENCY_UNAVAILABLE',
          'We can’t record this access right now, so nothing is shown. Try again shortly.',
        )
      const at = new Date(now()).toISOString()
      for (const hostAccountId of new Set(rows.map(({ tenantId }) => tenantId))) {
        const recordIds = rows.filter(({ tenantId }) => tenantId === hostAccountId).map(({ id }) => id)
        if (hostAccountId !== PLATFORM_TENANT)
          unwritten.push({ staffUserId: principal.actor.id, hostAccountId, resource, recordIds, at })
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
