import { deriveId } from '@hearth/contracts/kernel/ids'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { DomainCommand } from '@hearth/contracts'
import type { DisruptedStay } from '@hearth/contracts/disruption'
import type { SystemCommand } from '@hearth/contracts/kernel/process'
import { deriveThreadId } from '@hearth/contracts/thread'
import { DISRUPTED_TABLES, findDisruptedStays } from '@hearth/contracts/disruption/findStays'
import { qualified } from '@hearth/platform/read-model/tables'
import pLimit from 'p-limit'
import type pg from 'pg'
import { isBehind } from '../account/isBehind.ts'
import { bookingFold } from '../booking/booking.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import { RetryableError, TRANSIENT_CODES } from '../runtime/outcome.ts'
import type { Worker } from '../workers/relay.ts'
import { disruptionFold } from './disruption.state.ts'

const CONCURRENCY = 4

type Parts = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'handle' | 'view'>
  now: () => Instant
}>
type Trace = Parameters<Worker>[1]

/**
 * Marks every stay that an approved event covers. The guest is notified first, and the stay's event notifies the
 * host, so both know of it before anyone can cancel by it. Each step has an id of the event and the stay, so it
 * is done once wherever this was interrupted (docs/domain/disruption.md#applying).
 */
const createApply = ({ pool, handler, now }: Parts): Worker => {
  const limit = pLimit(CONCURRENCY)
  const send = async (command: SystemCommand<DomainCommand>, trace: Trace): Promise<void> => {
    const outcome = await handler.handle(createInternal(command, trace))
    if (outcome.kind === 'rejected' && TRANSIENT_CODES.includes(outcome.code))
      throw new RetryableError(`${command.type}: ${outcome.code}`)
  }
  const cover = async (
    disruptionId: string,
    { bookingId, listingId }: DisruptedStay,
    trace: Trace,
  ): Promise<void> => {
    const { state: booking } = await handler.view(bookingFold, bookingId, 0)
    if (booking.status === 'none') return
    await send(
      {
        kind: 'command',
        commandId: deriveId('announce-disruption', disruptionId, bookingId),
        type: 'AnnounceDisruption',
        id: deriveThreadId(listingId, booking.guestRef),
        data: { listingId, bookingId, disruptionId },
      },
      trace,
    )
    await send(
      {
        kind: 'command',
        commandId: deriveId('record-disruption', disruptionId, bookingId),
        type: 'RecordDisruption',
        id: bookingId,
        data: { disruptionId },
      },
      trace,
    )
  }
  return async ({ disruptionId = '', commit = '0' }, trace) => {
    // A stay that was confirmed before the approval must be among them.
    if (await isBehind(pool, DISRUPTED_TABLES, BigInt(commit)))
      throw new RetryableError('the read model of bookings is not up to date')
    const { state } = await handler.view(disruptionFold, disruptionId, 0)
    if (state.status !== 'approved') return
    const run = async (text: string, values: readonly unknown[]) =>
      (await pool.query<Record<string, unknown>>(text, [...values])).rows
    const stays = await findDisruptedStays({ run, qualified }, state, now())
    await limit.map(stays, (stay) => cover(disruptionId, stay, trace))
    await send(
      {
        kind: 'command',
        commandId: deriveId('record-disruption-applied', disruptionId),
        type: 'RecordDisruptionApplied',
        id: disruptionId,
        data: {},
      },
      trace,
    )
  }
}

export const openDisruptionWorkers = (parts: Parts) => ({ 'apply-disruption': createApply(parts) })
