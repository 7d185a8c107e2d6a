import { createHash } from 'node:crypto'
import { addDays } from '@hearth/contracts/kernel/dates'
import { deriveId, newId } from '@hearth/contracts/kernel/ids'
import { entryFrom, type LedgerEntry } from '@hearth/contracts/ledger'
import { statementFileKey, zStatementContent, type StatementEvent } from '@hearth/contracts/statement'
import { folderStorage } from '@hearth/platform/storage/folderStorage'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCHEDULER } from '../runtime/internal.ts'
import {
  accepted,
  command,
  rejected,
  startTestSystem,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { startPlace } from '../testing/place.ts'

const directory = createWorkDirectory()
const storage = folderStorage(directory.path)
let system: TestSystem
let service: TestService

beforeAll(async () => {
  system = await startTestSystem({ storageUrl: pathToFileURL(`${directory.path}/`) })
  ;({ service } = system)
})
afterAll(async () => {
  await system?.stop()
  directory.remove()
})

/** The month that lies this many months before the present one. */
const monthAgo = (months: number): string => {
  const first = `${new Date().toISOString().slice(0, 7)}-01`
  return Array.from({ length: months })
    .reduce<string>((day) => `${addDays(day, -1).slice(0, 7)}-01`, first)
    .slice(0, 7)
}

const createEntry = (name: string, month: string, amountMinor: number): LedgerEntry => {
  const entry = entryFrom(
    {
      kind: 'manual_adjustment',
      currency: 'EUR',
      availableAt: `${month}-15T12:00:00.000Z`,
      listingId: null,
      bookingId: null,
      source: { stream: 'booking-x', revision: 0, eventId: deriveId('statement-test', name) },
      policies: [],
      text: name,
    },
    [{ code: 'adjustment', amountMinor, basis: { rule: 'stated' } }],
  )
  if (entry === undefined) throw new Error('an entry of 0')
  return entry
}

test('months are locked one after the other, with files that match their hashes', async () => {
  const { accountId } = await startPlace(service)
  const post = async (...entries: readonly LedgerEntry[]) =>
    accepted(
      await service.handle(
        command('PostEntries', SCHEDULER, { accountId, entries }, { internal: true, commandId: newId() }),
      ),
    )
  const lock = (month: string) =>
    service.handle(command('LockStatement', SCHEDULER, { month }, { id: accountId }))
  const readLast = async () => {
    const events: StatementEvent[] = []
    for await (const { type, data } of service.store.read(`statement-${accountId}`))
      events.push({ type, data } as StatementEvent)
    const last = events.at(-1)
    if (last?.type !== 'StatementLocked') throw new Error('No statement is locked')
    return last.data
  }
  const [first, second] = [monthAgo(4), monthAgo(3)]
  expect(rejected(await lock(first))).toMatchObject({ code: 'PRECONDITION_FAILED' })
  await post(createEntry('one', first, 10_000), createEntry('two', second, 5_000))
  accepted(await lock(first))
  const locked = await readLast()
  expect(locked).toMatchObject({
    previousMonth: null,
    totals: [{ currency: 'EUR', openingMinor: 0, movementMinor: 10_000, paidMinor: 0, closingMinor: 10_000 }],
  })
  const read = async (sha256: string, ending: 'pdf' | 'json') => {
    const bytes = await storage.get(statementFileKey(accountId, sha256, ending))
    expect(
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    ).toBe(sha256)
    return bytes ?? Buffer.alloc(0)
  }
  expect((await read(locked.sha256, 'pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  const content = zStatementContent.parse(JSON.parse((await read(locked.contentSha256, 'json')).toString()))
  expect(content.sections[0]?.entries).toHaveLength(1)

  await post(createEntry('late', first, 700))
  accepted(await lock(second))
  expect(await readLast()).toMatchObject({
    previousMonth: first,
    totals: [
      { currency: 'EUR', openingMinor: 10_000, movementMinor: 5_700, paidMinor: 0, closingMinor: 15_700 },
    ],
    adjustments: [{ month: first, currency: 'EUR', entries: 1, amountMinor: 700 }],
  })
  expect(rejected(await lock(first))).toMatchObject({ code: 'INVALID_TRANSITION' })
  expect(rejected(await lock(monthAgo(0)))).toMatchObject({ code: 'PRECONDITION_FAILED' })
})
