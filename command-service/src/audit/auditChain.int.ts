import { newId } from '@hearth/contracts/kernel/ids'
import { openPool } from '@hearth/platform/postgres/pool'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCHEDULER } from '../runtime/internal.ts'
import { accepted, openPlace, openTestService, type TestService } from '../testing/fixture.ts'
import { openAuditChain } from './auditChain.ts'

let stack: TestStack
let service: TestService

beforeAll(async () => {
  stack = await startTestStack()
  service = await openTestService(stack)
  // The read model that names the streams; its projector is tested elsewhere.
  await service.pool.query(
    'create schema if not exists read; create table read.event_log (stream text, stream_revision bigint)',
  )
})
afterAll(async () => {
  await service?.close()
  await stack?.stop()
})

test('verification names changed and missing events; the chain is append-only', async () => {
  const { pool, store, handle } = service
  const { accountId } = await openPlace(service)
  const look = async () => {
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
    await pool.query('insert into read.event_log values ($1, $2)', [`audit-${accountId}`, revision])
  }
  const chain = openAuditChain({ pool, store, log: silentLog })
  await look()
  await look()
  await chain.extend()
  await look()
  await look()
  await Promise.all([chain.extend(), chain.extend()])
  const clean = await chain.verify()
  expect(clean).toMatchObject({ streams: 1, events: 4, tampered: [] })
  expect(clean.head).toMatch(/^[0-9a-f]{64}$/)

  await expect(pool.query('delete from app.audit_link')).rejects.toThrow('only ever added to')
  await expect(pool.query('update app.audit_head set links = 0')).rejects.toThrow('only ever added to')

  const owner = openPool({
    connectionString: stack.databaseUrl,
    max: 1,
    name: 'tamperer',
    log: silentLog,
    limits: 'request',
  })
  await owner.query(
    `
      update events.event
      set data = convert_to(replace(convert_from(data, 'utf8'), 'bookings', 'listings'), 'utf8')
      where stream = $1 and revision = 1`,
    [`audit-${accountId}`],
  )
  await stack.killEventStore()
  await stack.startEventStore()
  expect((await chain.verify()).tampered).toEqual([
    { stream: `audit-${accountId}`, revision: 1, commit: expect.any(String), what: 'changed' },
  ])
  await owner.query(`delete from events.event where stream = $1 and revision = 3`, [`audit-${accountId}`])
  await owner.end()
  await stack.killEventStore()
  await stack.startEventStore()
  expect((await chain.verify()).tampered.map(({ revision, what }) => [revision, what])).toEqual([
    [1, 'changed'],
    [3, 'missing'],
  ])
})
