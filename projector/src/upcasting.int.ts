import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { EventDefinition } from '@hearth/contracts/kernel/message'
import type { Projection, Row } from '@hearth/contracts/kernel/projection'
import { upcast } from '@hearth/contracts/kernel/upcast'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { hashTable } from './runtime/builds/hashTable.ts'
import { rebuild } from './runtime/builds/rebuild.ts'
import { expectNaiveRows } from './testing/expectNaiveRows.ts'
import { tally, tallies, tallyDefinitions, tallyProjections } from './testing/tally.ts'
import { isLive, openWorkplace, servesUpTo, type Workplace } from './testing/workplace.ts'

// An event type in two versions, each as code had it: what was written as { by, percent } is { amount, rate }
// today.
const zFirst = z.object({ tallyId: z.string(), group: z.string(), by: z.int(), percent: z.number() })
const first: EventDefinition = { version: 1, schema: zFirst }
const second: EventDefinition = {
  version: 2,
  schema: tally.events.TallyCounted.schema,
  upcast: { 1: ({ by, percent, ...rest }) => ({ ...rest, amount: by, rate: Number(percent) / 100 }) },
}
const fixture = (version: number): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(new URL(`testing/fixtures/TallyCounted.v${version}.json`, import.meta.url), 'utf8'))
const definitions = (counted: EventDefinition): ReadonlyMap<string, EventDefinition> =>
  new Map([...tallyDefinitions, ['TallyCounted', counted]])

const isRow = (row: Row | undefined): row is Row & Readonly<{ count: number; total: number }> =>
  typeof row?.['count'] === 'number' && typeof row['total'] === 'number'
// The fold of back then.
const [today] = tallyProjections
const former: Projection | undefined = today && {
  ...today,
  fold: (row, event, key) => {
    if (event.type !== 'TallyCounted') return today.fold(row, event, key)
    const { by, percent } = zFirst.parse(event.data)
    return isRow(row)
      ? {
          ...row,
          count: row.count + 1,
          total: row.total + by,
          rate: percent / 100,
          even: (row.total + by) % 2 === 0,
          last: { amount: by },
        }
      : row
  },
}

const sealingKey = randomBytes(32).toString('base64')
let stack: TestStack
let old: Workplace
let current: Workplace

beforeAll(async () => {
  if (!today || !former) throw new Error('There is no projection')
  stack = await startTestStack()
  old = await openWorkplace({
    ...stack,
    sealingKey,
    log: silentLog,
    domain: { definitions: definitions(first), projections: [former], resources: [] },
  })
  current = await openWorkplace({
    ...stack,
    sealingKey,
    log: silentLog,
    domain: { definitions: definitions(second), projections: [{ ...today, version: 2 }], resources: [] },
  })
})
afterAll(async () => {
  await old.close()
  await current.close()
  await stack.stop()
})

test('reads the fixtures of both versions as the same current shape', () => {
  for (const [version, definition] of [
    [1, first],
    [2, second],
  ] as const)
    expect(definition.schema.safeParse(fixture(version)).error).toBeUndefined()
  expect(upcast(second, 1, fixture(1))).toEqual(fixture(2))
  expect(upcast(second, 2, fixture(2))).toEqual(fixture(2))
})

test('produces the same rows from both versions, live across the change and in a rebuild', async () => {
  const metadata = (schema: number) => ({
    tenantId: 'tenant-a',
    schema: String(schema),
    occurredAt: '2026-01-01T00:00:00.000Z',
  })
  const counted = (schema: number) => ({
    id: randomUUID(),
    type: 'TallyCounted',
    data: { ...fixture(schema) },
    metadata: metadata(schema),
  })
  const tallyId = String(fixture(1)['tallyId'])
  const stream = `tally-${tallyId}`
  const data = await old.sealer.seal('tenant-a', stream, 'TallyOpened', {
    tallyId,
    group: 'group-1',
    owner: 'Åse',
    ownerRef: 'guest-1',
    day: '2026-01-01',
  })
  const append = async (
    events: readonly ReturnType<typeof counted>[],
    after: bigint | 'absent',
  ): Promise<bigint> => {
    const result = await old.store.append(stream, events, after)
    if (result.kind !== 'appended') throw new Error('not appended')
    return result.position.commit
  }
  const rowOf = async () => (today ? await current.rowsOf(today) : []).map(({ row }) => row)

  const before = old.start()
  await waitUntil(() => isLive(before), 20_000)
  const written = await append(
    [
      {
        id: randomUUID(),
        type: 'TallyOpened',
        data: data as ReturnType<typeof counted>['data'],
        metadata: metadata(1),
      },
      counted(1),
      counted(1),
    ],
    'absent',
  )
  await waitUntil(() => servesUpTo(old, written), 10_000)
  expect(await rowOf()).toMatchObject([{ count: 2, total: 24, rate: 0.25, last: { amount: 12 } }])

  // New code comes while the old one runs: it reads what was written, in both shapes, beside the old table,
  // and takes over.
  const after = current.start()
  const head = await append([counted(2), counted(1), counted(2)], 2n)
  const isServed = async () =>
    (await current.maintenancePool.query(`select from read.build where status = 'serving' and version = 2`))
      .rowCount === 1
  await waitUntil(
    async () => (await isServed()) && servesUpTo(current, head),
    20_000,
    'the new code to serve',
  )
  expect(await rowOf()).toMatchObject([{ count: 5, total: 60, rate: 0.25, even: true, last: { amount: 12 } }])
  // What the old code cannot read it sets aside, in the table that only it keeps.
  const parked = async () =>
    (
      await old.maintenancePool.query<{ error: string }>(
        `select error from read.parked_stream where build = 1`,
      )
    ).rows
  await waitUntil(async () => (await parked()).length === 1, 10_000, 'the old code to park the stream')
  expect((await parked())[0]?.error).toBe(
    'TallyCounted cannot be read: TallyCounted has schema 2, this version reads 1 to 1',
  )
  await before.stop()
  await expectNaiveRows(current)
  const live = await hashTable(current.maintenancePool, tallies)
  await rebuild(current.options)
  expect(await hashTable(current.maintenancePool, tallies)).toEqual(live)
  await after.stop()
})
