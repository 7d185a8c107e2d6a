import { DAY_MS, HOUR_MS, type Instant } from '@hearth/contracts/kernel/dates'
import { FAILURE_SLOTS } from '@hearth/contracts/projection/commandFailures'
import { createLoop } from '@hearth/platform/retry/createLoop'
import type { Log } from '@hearth/platform/telemetry/log'
import type pg from 'pg'
import type { Envelope, Outcome } from './outcome.ts'

const EVERY_MS = 10_000
/** A day longer than the longest heat map. */
const KEPT_MS = (FAILURE_SLOTS.day.count + 1) * DAY_MS

const ADD = `
  insert into app.refused_command as known (slot, command, code, count)
  select * from unnest($1::timestamptz[], $2::text[], $3::text[], $4::int[])
  on conflict (slot, command, code) do update set count = known.count + excluded.count`
const REMOVE_OLD = 'delete from app.refused_command where slot < $1'

type Refused = Readonly<{ slot: string; command: string; code: string; count: number }>

const nameOf = ({ slot, command, code }: Omit<Refused, 'count'>): string => `${slot} ${command} ${code}`

/**
 * Counts which commands of people were refused, by hour and code, and nothing else about them
 * (docs/decisions/0075-refused-commands-are-counted.md). A process that is killed loses the counts of its last ten
 * seconds.
 */
export const openRefusalCounts = ({
  pool,
  now,
  log,
}: Readonly<{ pool: Pick<pg.Pool, 'query'>; now: () => Instant; log: Log }>) => {
  const pending = new Map<string, Refused>()
  const loop = createLoop({ pauseMs: EVERY_MS, name: 'refusal counts', log })
  const add = (refused: Refused): void => {
    const name = nameOf(refused)
    pending.set(name, { ...refused, count: (pending.get(name)?.count ?? 0) + refused.count })
  }

  const flush = async (): Promise<void> => {
    // Always in the same order, so that two processes don't wait for each other.
    const rows = [...pending.values()].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    pending.clear()
    try {
      if (rows.length > 0)
        await pool.query(ADD, [
          rows.map(({ slot }) => slot),
          rows.map(({ command }) => command),
          rows.map(({ code }) => code),
          rows.map(({ count }) => count),
        ])
    } catch (error) {
      rows.forEach(add)
      throw error
    }
    await pool.query(REMOVE_OLD, [new Date(Date.parse(now()) - KEPT_MS).toISOString()])
  }

  return {
    /** Handles commands and counts those of people that are refused. */
    around:
      (handle: (envelope: Envelope) => Promise<Outcome>) =>
      async (envelope: Envelope): Promise<Outcome> => {
        const outcome = await handle(envelope)
        if (outcome.kind === 'rejected' && envelope.principal.actor.kind !== 'service') {
          const hour = Math.floor(Date.parse(now()) / HOUR_MS) * HOUR_MS
          const slot = new Date(hour).toISOString()
          add({ slot, command: envelope.type, code: outcome.code, count: 1 })
        }
        return outcome
      },
    flush,
    start: (): void => loop.start(flush),
    stop: async (): Promise<void> => {
      await loop.stop()
      await flush().catch((error: unknown) =>
        log.error({ err: error }, 'refusal counts: the last ones are lost'),
      )
    },
  }
}
