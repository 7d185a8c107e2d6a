import type { TracedEffect } from '@hearth/contracts/event'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import type pg from 'pg'

type Stored = Readonly<{
  id: string
  event_id: string
  manager: string
  name: string | null
  timer: string | null
  due_at: string
  done_at: string | null
  attempts: number
  error: string | null
}>

/** The effects that process managers requested after these events, by event id, the earliest first. */
export const readEffects = async (
  pool: pg.Pool,
  events: readonly RecordedEvent[],
): Promise<ReadonlyMap<string, readonly TracedEffect[]>> => {
  const { rows } = await pool.query<Stored>(
    `
      select
        id,
        event_id,
        manager,
        coalesce(work ->> 'type', work ->> 'name') as name,
        timer,
        due_at,
        done_at,
        attempts,
        error
      from app.outbox
      where causation_id = any($1::text[]) and event_id = any($2::text[])
      order by due_at, id`,
    [events.flatMap(({ id, metadata }) => [id, metadata['commandId'] ?? id]), events.map(({ id }) => id)],
  )
  const effects = new Map<string, readonly TracedEffect[]>()
  for (const { event_id, name, due_at, done_at, ...rest } of rows)
    effects.set(event_id, [
      ...(effects.get(event_id) ?? []),
      { ...rest, name: name ?? '', dueAt: due_at, doneAt: done_at },
    ])
  return effects
}
