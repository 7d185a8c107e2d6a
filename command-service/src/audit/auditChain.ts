import { HOUR_MS } from '@hearth/contracts/kernel/dates'
import type { EventStore } from '@hearth/platform/event-store/port'
import { createLoop } from '@hearth/platform/retry/createLoop'
import type { Log } from '@hearth/platform/telemetry/log'
import type pg from 'pg'
import { extendChain } from './extendChain.ts'
import { verifyChain, type Verification } from './verifyChain.ts'

export type AuditChain = ReturnType<typeof openAuditChain>

/**
 * The hash chain over the streams of the audit (docs/domain/audit.md#hash-chain): once an hour each new event
 * is linked to the one before, and a head over all streams goes to the table and to the service's log, which
 * is stored elsewhere. Erasing a person changes no event.
 */
export const openAuditChain = (
  parts: Readonly<{ pool: pg.Pool; store: Pick<EventStore, 'read'>; log: Log }>,
) => {
  const loop = createLoop({ pauseMs: HOUR_MS, name: 'audit chain', log: parts.log })
  const extend = (): Promise<void> => extendChain(parts)
  return {
    /** Links the new events. Several processes can do this at the same time. */
    extend,
    verify: (): Promise<Verification> => verifyChain(parts.pool, parts.store),
    start: () => loop.start(extend),
    stop: loop.stop,
  }
}
