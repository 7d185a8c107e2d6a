import { openAuditWorld } from '@hearth/command-service/audit/testing/auditWorld'
import { openPool } from '@hearth/platform/postgres/pool'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'

let stack: TestStack
let world: Awaited<ReturnType<typeof openAuditWorld>>

beforeAll(async () => {
  stack = await startTestStack()
  world = await openAuditWorld(stack)
})
afterAll(async () => {
  await world?.close()
  await stack?.stop()
})

test('embedded: verification of the audit chain names changed and missing events', async () => {
  const { chain, stream, recordAccess } = world
  for (let count = 0; count < 4; count += 1) await recordAccess()
  await chain.extend()
  expect(await chain.verify()).toMatchObject({ streams: 1, events: 4, tampered: [] })

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
    [stream],
  )
  await stack.killEventStore()
  await stack.startEventStore()
  expect((await chain.verify()).tampered).toEqual([
    { stream, revision: 1, commit: expect.any(String), what: 'changed' },
  ])
  await owner.query(`delete from events.event where stream = $1 and revision = 3`, [stream])
  await owner.end()
  await stack.killEventStore()
  await stack.startEventStore()
  expect((await chain.verify()).tampered.map(({ revision, what }) => [revision, what])).toEqual([
    [1, 'changed'],
    [3, 'missing'],
  ])
})
