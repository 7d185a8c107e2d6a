import { readFileSync } from 'node:fs'
import { newId } from '@hearth/contracts/kernel/ids'
import { occurredAtOf, type Row } from '@hearth/contracts/kernel/projection'
import type { LedgerEntryRow } from '@hearth/contracts/ledger'
import { ledgerEntryProjection } from '@hearth/contracts/ledger/projections'
import { REPORTS } from '@hearth/contracts/report/catalogue'
import { openEvents } from '@hearth/platform/read-model/eventReader'
import { foldAccount } from '@hearth/platform/report/foldAccount'
import { openReportSources } from '@hearth/platform/report/openReportSources'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type Service } from '../testing/service.ts'

const { source, projections } = REPORTS.ledger
const readFixture = (name: string): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(new URL(`../../../contracts/fixtures/${name}.json`, import.meta.url), 'utf8'))
const FIXTURES = {
  LedgerEntryPosted: readFixture('LedgerEntryPosted.v1'),
  EntriesAssigned: readFixture('EntriesAssigned.v1'),
  EntriesUnassigned: readFixture('EntriesUnassigned.v1'),
  EntriesSettled: readFixture('EntriesSettled.v2'),
  MoneyReducedNotified: readFixture('MoneyReducedNotified.v1'),
}
const atMinute = (minute: number) => new Date(Date.UTC(2026, 5, 1, 0, minute)).toISOString()

let service: Service
let sources: ReturnType<typeof openReportSources>
beforeAll(async () => {
  service = await startService()
  const { store, readEvents } = service.sources
  sources = openReportSources({ pool: service.pool, store, readEvents })
})
afterAll(() => service?.stop())

const step = fc.record({
  type: fc.constantFrom(...(Object.keys(FIXTURES) as (keyof typeof FIXTURES)[])),
  entries: fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 3 }),
  /** Two processes may write in another order than that of their clocks. */
  late: fc.integer({ min: 0, max: 2 }),
})

const write = async (
  account: string,
  steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
) => {
  const ids = Array.from({ length: 7 }, newId)
  const posted = new Set<number>()
  const events = steps.flatMap(({ type, entries, late }, index) => {
    const [first = 0] = entries
    const isNew = !posted.has(first)
    if (isNew) posted.add(first)
    // An entry begins with its posting, and is posted once.
    const name = isNew || type === 'LedgerEntryPosted' ? 'LedgerEntryPosted' : type
    if (name === 'LedgerEntryPosted' && !isNew) return []
    const known = entries.filter((entry) => posted.has(entry)).map((entry) => ids[entry])
    const about = 'entryIds' in FIXTURES[name] ? { entryIds: known } : { entryId: ids[first] }
    return {
      stream: `hostLedger-${account}`,
      type: name,
      data: { ...FIXTURES[name], ...about, hostAccountId: account },
      tenantId: account,
      actorId: 'scheduler',
      actorKind: 'service',
      at: atMinute(index + late),
      metadata: { schema: name === 'EntriesSettled' ? '2' : '1' },
    }
  })
  await service.project(events)
}

/** All events in the order of the stream, without any of the reading that is tested. */
const foldPlainly = async (account: string, until: string): Promise<readonly Row[]> => {
  const recorded = []
  for await (const event of sources.store.read(`hostLedger-${account}`)) recorded.push(event)
  const rows = new Map<string, LedgerEntryRow>()
  for (const event of await openEvents(sources, recorded)) {
    if (occurredAtOf(event) > until) continue
    for (const key of ledgerEntryProjection.keys(event)) {
      const row = ledgerEntryProjection.fold(rows.get(key), event, key)
      if (row !== undefined) rows.set(key, row)
    }
  }
  return [...rows.values()].toSorted((a, b) => (a.postedAt + a.id < b.postedAt + b.id ? -1 : 1))
}

const foldByPages = async (account: string, instants: readonly [string, string], pageRows: number) => {
  if (source.of !== 'account') throw new Error('The ledger is one stream')
  const [first, second]: [Row[], Row[]] = [[], []]
  const period = { from: '2026-01-01', to: '2026-12-31' }
  const { signal } = new AbortController()
  const options = {
    sources,
    account,
    definition: { projections, source },
    period,
    instants,
    signal,
  }
  for await (const unit of foldAccount(options, source, pageRows)) {
    first.push(...unit.first.rowsOf(ledgerEntryProjection))
    second.push(...unit.second.rowsOf(ledgerEntryProjection))
  }
  return { first, second }
}

test('a ledger read in pages of any length equals the plain fold at every instant', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, pageRows) => {
        const account = newId()
        await write(account, steps)
        const instants = [-1, 2, 5, 20].map(atMinute)
        for (const [index, first] of instants.entries())
          for (const second of instants.slice(index))
            expect(await foldByPages(account, [first, second], pageRows)).toEqual({
              first: await foldPlainly(account, first),
              second: await foldPlainly(account, second),
            })
      },
    ),
    { numRuns: 8 },
  )
})
