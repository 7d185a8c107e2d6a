import { deriveId, newId } from '@hearth/contracts/kernel/ids'
import { entryFrom } from '@hearth/contracts/ledger'
import { addMonths } from '@hearth/contracts/kernel/dates'
import { SCHEDULER } from '@hearth/command-service/runtime/internal'
import { accepted, command, startTestSystem, type TestSystem } from '@hearth/command-service/testing/fixture'
import { startPlace } from '@hearth/command-service/testing/place'
import { readRows } from '@hearth/command-service/workers/dueWork'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SendCommand } from '../commands/commandSender.ts'
import { beginStatements } from './begin.ts'
import { verifyStatement } from './verify.ts'

const directory = createWorkDirectory()
let system: TestSystem

beforeAll(async () => {
  system = await startTestSystem({ storageUrl: pathToFileURL(`${directory.path}/`) })
})
afterAll(async () => {
  await system?.stop()
  directory.remove()
})

const readFiles = (): readonly Buffer[] =>
  readdirSync(directory.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)))

const postAdjustment = (accountId: string, month: string, amountMinor: number) => {
  const entry = entryFrom(
    {
      kind: 'manual_adjustment',
      currency: 'EUR',
      availableAt: `${month}-15T12:00:00.000Z`,
      listingId: null,
      bookingId: null,
      source: { stream: 'booking-x', revision: 0, eventId: deriveId('begin', month) },
      policies: [],
      text: 'An amount of the past',
    },
    [{ code: 'adjustment', amountMinor, basis: { rule: 'stated' } }],
  )
  return command(
    'PostEntries',
    SCHEDULER,
    { accountId, entries: [entry] },
    { internal: true, commandId: newId() },
  )
}

test('an imported history begins with its first month, once', async () => {
  const { service } = system
  const { pool } = service
  const { accountId } = await startPlace(service)
  const first = addMonths(`${new Date().toISOString().slice(0, 7)}-01`, -4).slice(0, 7)
  accepted(await service.handle(postAdjustment(accountId, first, 10_000)))
  const send: SendCommand = async ({ path, body, key }) => {
    const [, id = ''] = /^\/api\/statements\/(.+)\/lock$/.exec(path) ?? []
    accepted(await service.handle(command('LockStatement', SCHEDULER, body, { id, commandId: key })))
    return { ok: true, id, body: {} }
  }
  const readLocked = () =>
    readRows<{ month: string; sha256: string }>(
      pool,
      `select month, sha256 from read.statement where tenant_id = $1 and state = 'locked' order by month`,
      [accountId],
    )
  const readEntries = () =>
    readRows(pool, 'select id from read.ledger_entry where tenant_id = $1', [accountId])
  const isFollowed = async () => (await readEntries()).length === 1
  await waitUntil(isFollowed, 20_000, 'the entry in the read model')
  expect(await beginStatements(pool, send)).toBe(1)
  await waitUntil(async () => (await readLocked()).length === 1, 20_000, 'the statement in the read model')
  expect((await readLocked())[0]?.month).toBe(first)
  expect(await beginStatements(pool, send)).toBe(0)
  expect((await verifyStatement(pool, Buffer.from('%PDF another'))).locked).toBeUndefined()
  const found = await Promise.all(readFiles().map((bytes) => verifyStatement(pool, bytes)))
  const genuine = found.flatMap(({ locked }) => locked ?? [])
  expect(genuine.map(({ isPdf }) => isPdf).toSorted()).toEqual([false, true])
  for (const locked of genuine)
    expect(locked).toMatchObject({ account: accountId, month: first, ledgerRevision: expect.any(String) })
})
