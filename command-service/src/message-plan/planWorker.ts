import { bookings } from '@hearth/contracts/booking'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { SystemCommand } from '@hearth/contracts/kernel/process'
import { LAST_HOURS, type MessagePlanCommand } from '@hearth/contracts/message-plan'
import { qualified } from '@hearth/platform/read-model/tables'
import pLimit from 'p-limit'
import type pg from 'pg'
import { isBehind } from '../account/isBehind.ts'
import { createInternal } from '../runtime/internal.ts'
import { RetryableError, TRANSIENT_CODES, type Handle } from '../runtime/outcome.ts'
import type { Worker } from '../workers/relay.ts'

const CONCURRENCY = 4
const PAGE = 500

type Stay = Readonly<{ id: string; listingId: string }>

/** Stays of the account that may still get a message, by id. */
const listStays = async (
  pool: pg.Pool,
  hostAccountId: string,
  now: Instant,
  afterId: string,
): Promise<readonly Stay[]> =>
  (
    await pool.query<Stay>(
      `
        select id, listing_id as "listingId"
        from ${qualified(bookings.table)}
        where
          tenant_id = $1 and status in ('confirmed', 'in_stay', 'checked_out', 'cancelling')
          and check_out_instant > $2 and id > $3
        order by id
        limit ${PAGE}`,
      [hostAccountId, addHours(now, -LAST_HOURS), afterId],
    )
  ).rows

type Parts = Readonly<{ pool: pg.Pool; handle: Handle; now: () => Instant }>

/** Plans the messages of all stays of an account again, after one of its rules has changed. */
export const openMessagePlanWorkers = ({ pool, handle, now }: Parts) => {
  const limit = pLimit(CONCURRENCY)
  const plan = async (cause: string, { id, listingId }: Stay, correlationId: string): Promise<void> => {
    const command: SystemCommand<MessagePlanCommand> = {
      kind: 'command',
      commandId: deriveId('plan-messages', cause, id),
      type: 'PlanMessages',
      id,
      data: { listingId },
    }
    const outcome = await handle(createInternal(command, { correlationId }))
    if (outcome.kind === 'rejected' && TRANSIENT_CODES.includes(outcome.code))
      throw new RetryableError(`PlanMessages: ${outcome.code}`)
  }
  const planAll: Worker = async ({ hostAccountId = '', cause = '', commit = '0' }, { correlationId }) => {
    // A stay that was confirmed before the rule changed must be among them.
    if (await isBehind(pool, [bookings.table], BigInt(commit)))
      throw new RetryableError('the read model of bookings is not up to date')
    for (let afterId = ''; ;) {
      const stays = await listStays(pool, hostAccountId, now(), afterId)
      await limit.map(stays, (stay) => plan(cause, stay, correlationId))
      const last = stays.at(-1)
      if (last === undefined || stays.length < PAGE) return
      afterId = last.id
    }
  }
  return { 'plan-messages': planAll }
}
