import { addDays, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { listings } from '@hearth/contracts/listing'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { createInternal } from '../runtime/internal.ts'
import { localDate } from '../runtime/localTime.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import { readRows } from '../workers/dueWork.ts'

/** A listing whose host said that the pause ends on this day. */
export type EndedPause = Readonly<{ id: string; until: string }>

// The database may know fewer time zones than we do.
const ENDING = `
  select id, paused_until::text as until, timezone
  from ${qualified(listings.table)}
  where status = 'paused' and paused_until <= $1::date
  order by id`

/** Listings whose day has come where they stand (docs/domain/processes.md#timers). */
export const endedPauses = async (pool: pg.Pool, now: Instant): Promise<readonly EndedPause[]> => {
  const rows = await readRows<EndedPause & Readonly<{ timezone: string }>>(pool, ENDING, [
    addDays(now.slice(0, 10), 1),
  ])
  return rows.filter(({ until, timezone }) => until <= localDate(now, timezone))
}

/**
 * Takes them up again. One that lacks what a listing must have stays paused and is asked again with every
 * round, until it is mended.
 */
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
