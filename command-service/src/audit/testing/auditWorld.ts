import { newId } from '@hearth/contracts/kernel/ids'
import { silentLog } from '@hearth/platform/testing/log'
import type { TestStack } from '@hearth/platform/testing/stack'
import { SCHEDULER } from '../../runtime/internal.ts'
import { accepted, openTestService } from '../../testing/fixture.ts'
import { startPlace } from '../../testing/place.ts'
import { openAuditChain } from '../auditChain.ts'

/** A service with an account, and the audit chain over the account's access log, the stream `stream`. */
export const openAuditWorld = async (stack: TestStack) => {
  const service = await openTestService(stack)
  const { pool, store, handle } = service
  // The read model that names the streams; its projector is tested elsewhere.
  await pool.query(
    'create schema if not exists read; create table read.event_log (stream text, stream_revision bigint)',
  )
  const { accountId } = await startPlace(service)
  const stream = `audit-${accountId}`
  return {
    pool,
    stream,
    chain: openAuditChain({ pool, store, log: silentLog }),
    /** Records that a member of staff saw a booking of the account. */
    recordAccess: async () => {
      const data = {
        hostAccountId: accountId,
        staffUserId: newId(),
        staffName: 'Sam',
        looks: [{ at: '2026-06-12T13:42:00.000Z', resource: 'bookings', recordIds: [newId()] }],
      }
      const { revision } = accepted(
        await handle({
          type: 'RecordStaffLooks',
          id: accountId,
          data,
          principal: SCHEDULER,
          commandId: newId(),
          correlationId: newId(),
          internal: true,
        }),
      )
      await pool.query('insert into read.event_log values ($1, $2)', [stream, revision])
    },
    close: service.close,
  }
}
