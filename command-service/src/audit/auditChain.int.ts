import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuditWorld } from './testing/auditWorld.ts'

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

test('the chain covers each event once, however often it is extended, and is append-only', async () => {
  const { pool, chain, recordAccess } = world
  await recordAccess()
  await recordAccess()
  await chain.extend()
  await recordAccess()
  await recordAccess()
  await Promise.all([chain.extend(), chain.extend()])
  const clean = await chain.verify()
  expect(clean).toMatchObject({ streams: 1, events: 4, tampered: [] })
  expect(clean.head).toMatch(/^[0-9a-f]{64}$/)

  await expect(pool.query('delete from app.audit_link')).rejects.toThrow('only ever added to')
  await expect(pool.query('update app.audit_head set links = 0')).rejects.toThrow('only ever added to')
})
