import { accounts } from '@hearth/contracts/account'
import {
  FAILURE_SLOTS,
  MAX_FAILING_COMMANDS,
  MAX_FAILURES_SHOWN,
  RETRIED,
  zCommandFailure,
  zFailureCell,
  type CommandFailures,
  type FailuresIn,
  type FailureStep,
} from '@hearth/contracts/projection/commandFailures'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { z } from 'zod'
import { zStoredInstant } from '../runtime/storedInstant.ts'

/** Refused since `$1`, and what has been due since then and is retried; each is an index’s own range. */
const FAILED = `
  select
    id,
    done_at as at,
    answer as code,
    coalesce(work ->> 'type', work ->> 'name', '') as command,
    manager,
    instance,
    tenant_id,
    attempts,
    error,
    correlation_id
  from app.outbox
  where answer ~ '^[A-Z]' and done_at >= $1 and done_at < $2
  union all
  select
    id,
    due_at as at,
    '${RETRIED}' as code,
    coalesce(work ->> 'type', work ->> 'name', '') as command,
    manager,
    instance,
    tenant_id,
    attempts,
    error,
    correlation_id
  from app.outbox
  where done_at is null and error is not null and due_at >= $1 and due_at < $2`

const CELLS = `
  with
    failed as materialized (
      select command, at, code, 'system' as sender, 1 as count from (${FAILED}) system
      union all
      select command, slot, code, 'person', count
      from app.refused_command
      where slot >= $1 and slot < $2
    ),
    most as (
      select command, dense_rank() over (order by sum(count) desc, command) as place
      from failed
      group by command
    )
  select
    f.command,
    date_trunc($3, f.at, 'UTC') as slot,
    f.code,
    f.sender,
    sum(f.count)::int as count,
    min(m.place)::int as place
  from failed f join most m using (command)
  group by f.command, slot, f.code, f.sender
  order by min(m.place), slot, f.code, f.sender`
const STUCK = `
  select count(*)::int as stuck
  from app.outbox
  where done_at is null and error is not null and due_at < $1`
const IN_CELL = `
  select
    f.id,
    f.at,
    f.code,
    f.manager,
    f.instance,
    f.tenant_id as "accountId",
    a.display_name as "accountName",
    f.attempts,
    f.error,
    f.correlation_id as "correlationId",
    (count(*) over ())::int as total
  from (${FAILED}) f left join ${qualified(accounts.table)} a on a.id = f.tenant_id
  where f.command = $3 and ($4::text is null or f.code = $4)
  order by f.at desc, f.id
  limit ${MAX_FAILURES_SHOWN}`

const OF_PEOPLE = `
  select coalesce(sum(count), 0)::int as count
  from app.refused_command
  where slot >= $1 and slot < $2 and command = $3 and ($4::text is null or code = $4)`

const iso = (ms: number) => new Date(ms).toISOString()
const zCell = zFailureCell.extend({ slot: zStoredInstant, place: z.int() })
const zFound = zCommandFailure.extend({ at: zStoredInstant, total: z.int() })

/** The beginnings of the slots that end with the current one. UTC. */
export const listSlots = (by: FailureStep, now: number): readonly string[] => {
  const { count, lengthMs } = FAILURE_SLOTS[by]
  const last = Math.floor(now / lengthMs) * lengthMs
  return Array.from({ length: count }, (_, index) => iso(last - (count - 1 - index) * lengthMs))
}

/** How often each command failed in each slot, and with which code. */
export const readFailures = async (pool: pg.Pool, by: FailureStep, now: number): Promise<CommandFailures> => {
  const slots = listSlots(by, now)
  const from = slots[0] ?? iso(now)
  const until = iso(Date.parse(slots.at(-1) ?? from) + FAILURE_SLOTS[by].lengthMs)
  const [{ rows }, stuck] = await Promise.all([
    pool.query(CELLS, [from, until, by]),
    pool.query<{ stuck: number }>(STUCK, [from]),
  ])
  const cells = rows.map((row) => zCell.parse(row))
  const commands = cells.at(-1)?.place ?? 0
  return {
    by,
    slots: [...slots],
    cells: cells
      .filter(({ place }) => place <= MAX_FAILING_COMMANDS)
      .map((cell) => zFailureCell.strip().parse(cell)),
    leftOut: Math.max(0, commands - MAX_FAILING_COMMANDS),
    stuck: stuck.rows[0]?.stuck ?? 0,
  }
}

/** The failures of one cell, the newest first. */
export const readFailuresIn = async (
  pool: pg.Pool,
  by: FailureStep,
  cell: Readonly<{ command: string; slot: string; code?: string | undefined }>,
): Promise<FailuresIn> => {
  const until = iso(Date.parse(cell.slot) + FAILURE_SLOTS[by].lengthMs)
  const values = [cell.slot, until, cell.command, cell.code ?? null]
  const [{ rows }, people] = await Promise.all([
    pool.query(IN_CELL, values),
    pool.query<{ count: number }>(OF_PEOPLE, values),
  ])
  const found = rows.map((row) => zFound.parse(row))
  return {
    total: found[0]?.total ?? 0,
    failures: found.map((row) => zCommandFailure.strip().parse(row)),
    ofPeople: people.rows[0]?.count ?? 0,
  }
}
