import { addDays, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { listings } from '@hearth/contracts/listing'
import { qualified } from '@hearth/platform/read-model/tables'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import type pg from 'pg'
import { createInternal } from '../runtime/internal.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import { readRows } from '../workers/dueWork.ts'

/** A paused listing with the day on which its pause ends. */
export type EndedPause = Readonly<{ id: string; until: string }>

// The database may know fewer time zones than we do.
const ENDING = `
  select id, paused_until::text as until, timezone
  from ${qualified(listings.table)}
  where status = 'paused' and paused_until <= $1::date
  order by id`

/** Listings whose last day of the pause has come in their time zone (docs/domain/processes.md#timers). */
export const endedPauses = async (pool: pg.Pool, now: Instant): Promise<readonly EndedPause[]> => {
  const rows = await readRows<EndedPause & Readonly<{ timezone: string }>>(pool, ENDING, [
    addDays(now.slice(0, 10), 1),
  ])
  return rows.filter(({ until, timezone }) => until <= toLocalDate(now, timezone))
}

/** Resumes them. One with unmet conditions stays paused and is tried again in every round. */
export const endPauses = async (
  { pool, handle }: Readonly<{ pool: pg.Pool; handle: (envelope: Envelope) => Promise<Outcome> }>,
  now: Instant,
): Promise<void> => {
  for (const { id, until } of await endedPauses(pool, now)) {
    const commandId = deriveId('resume-paused', id, until)
    await handle(
      createInternal(
        { kind: 'command', commandId, type: 'ResumeListing', id, data: {} },
        { correlationId: commandId },
      ),
    )
  }
}
