import { MAX_LOOKS, type Look } from '@hearth/contracts/audit'
import { deriveId, newId } from '@hearth/contracts/kernel/ids'
import { pause } from '@hearth/platform/retry/backoff'
import type { Log } from '@hearth/platform/telemetry/log'
import type pg from 'pg'
import { internalOf } from '../runtime/internal.ts'
import { TRANSIENT_CODES, RetryableError, type Envelope, type Outcome } from '../runtime/outcome.ts'

type Row = {
  id: string
  batch: string
  staff_user_id: string
  staff_name: string
  host_account_id: string
  resource: string
  record_ids: string[]
  at: string
}

const BATCH_SIZE = 1_000
const ROUND_MS = 2_000

/** A screen that refreshes itself shows the same records again; the first time counts. */
const withoutRepetitions = (looks: readonly Look[]): readonly Look[] => {
  const seen = new Set<string>()
  return looks.filter(({ resource, recordIds }) => {
    const name = JSON.stringify([resource, recordIds])
    return !seen.has(name) && seen.add(name)
  })
}

/**
 * Moves what staff read of accounts to the streams `audit-<account>`, several reads to an event. What is moved
 * together keeps its batch, and the events' ids derive from it, so a repetition after a crash writes the same.
 */
export const createAccessLog = ({
  pool,
  handle,
  log,
}: Readonly<{ pool: pg.Pool; handle: (envelope: Envelope) => Promise<Outcome>; log: Log }>) => {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  const record = async (): Promise<void> => {
    await pool.query(
      `
        update app.staff_look
        set batch = $1
        where
          id in (
            select id
            from app.staff_look
            where batch is null
            order by id
            limit ${BATCH_SIZE}
            for update skip locked
          )`,
      [newId()],
    )
    const { rows } = await pool.query<Row>(
      `
        select
          l.id,
          l.batch,
          l.staff_user_id,
          coalesce(u.display_name, 'Somebody') as staff_name,
          l.host_account_id,
          l.resource,
          l.record_ids,
          l.at
        from app.staff_look l left join app.app_user u on u.id = l.staff_user_id
        where l.batch in (select batch from app.staff_look where batch is not null order by id limit 1)
        order by l.id`,
    )
    const pairs = new Map<string, Row[]>()
    for (const row of rows) {
      const name = `${row.host_account_id}/${row.staff_user_id}`
      pairs.set(name, [...(pairs.get(name) ?? []), row])
    }
    for (const [name, [first, ...others]] of pairs) {
      if (first === undefined) continue
      const {
        batch,
        staff_user_id: staffUserId,
        staff_name: staffName,
        host_account_id: hostAccountId,
      } = first
      const looks = withoutRepetitions(
        [first, ...others].map(({ at, resource, record_ids: recordIds }) => ({ at, resource, recordIds })),
      )
      for (let from = 0; from < looks.length; from += MAX_LOOKS) {
        const data = { hostAccountId, staffUserId, staffName, looks: looks.slice(from, from + MAX_LOOKS) }
        const commandId = deriveId('staff-looks', batch, name, String(from))
        const outcome = await handle(
          internalOf(
            { kind: 'command', commandId, type: 'RecordStaffLooks', id: hostAccountId, data },
            { correlationId: batch },
          ),
        )
        if (outcome.kind === 'rejected') {
          if (TRANSIENT_CODES.includes(outcome.code)) throw new RetryableError(outcome.code)
          log.error({ code: outcome.code, hostAccountId }, 'audit: an entry of the access log was refused')
        }
      }
    }
    if (rows[0] !== undefined)
      await pool.query('delete from app.staff_look where batch = $1', [rows[0].batch])
  }

  return {
    /** One round. Safe to run anywhere, at any time, twice at once. */
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
