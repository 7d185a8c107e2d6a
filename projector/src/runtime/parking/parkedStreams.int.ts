import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Projection } from '@hearth/contracts/kernel/projection'
import { allowed } from '@hearth/platform/testing/allowed'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, expect, test } from 'vitest'
import { askProjector } from '../../testing/askProjector.ts'
import { expectNaiveRows } from '../../testing/expectNaiveRows.ts'
import { appendHistories, randomHistories, readHead } from '../../testing/history.ts'
import { startWorkplace } from '../../testing/startWorkplace.ts'
import { tallies, tallyProjections } from '../../testing/tally.ts'
import { isLive, servesUpTo } from '../../testing/workplace.ts'

const EVENTS = Number(process.env['EVENTS'] ?? 3_000)
const ONE_IN = 1_000
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
console.log(`seed ${seed}`)

// The fold as it stands, broken for some events until it is mended.
const poisoned = new Set<string>()
let broken = true
const [first] = tallyProjections
if (!first) throw new Error('There is no projection')
const fragile = (changes: Partial<Projection> = {}): readonly Projection[] =>
  tallyProjections.map((projection) =>
    projection.name !== tallies.name
      ? projection
      : {
          ...projection,
          ...changes,
          fold: (row, event, key) => {
            if (broken && poisoned.has(event.id)) throw new Error('a bug')
            return projection.fold(row, event, key)
          },
        },
  )

const { place, close } = await startWorkplace()
afterAll(close)

const untilCurrent = async () => {
  const head = await readHead(place.store)
  await waitUntil(() => servesUpTo(place, head), 20_000, 'the whole log')
}
const parked = async () =>
  (
    await place.maintenancePool.query<{
      projection: string
      stream: string
      error: string
      attempts: number
    }>(`select projection, stream, error, attempts from read.parked_stream order by stream`)
  ).rows
const unpark = (projection: string, stream: string) =>
  askProjector(place.maintenancePool, { verb: 'unpark', projection, stream }, 10_000)

test('parks the stream of a failing event without delaying others, and replays it completely', async () => {
  const histories = await randomHistories(place.sealer, EVENTS, seed)
  const all = histories.flatMap(({ stream, events }) =>
    events.filter(({ type }) => type.startsWith('Tally')).map(({ id }) => ({ stream, id })),
  )
  const chosen = all.filter((_, index) => index % ONE_IN === 500)
  for (const { id } of chosen) poisoned.add(id)
  const engine = place.start({ projections: fragile() })
  await waitUntil(() => isLive(engine), 20_000)

  let worst = 0
  const watching = new AbortController()
  const watch = async () => {
    while (!watching.signal.aborted) {
      for (const { waitingSince } of engine.segments())
        if (waitingSince !== undefined) worst = Math.max(worst, Date.now() - Date.parse(waitingSince))
      await delay(5)
    }
  }
  const watched = watch()
  await appendHistories(place.store, histories, seed)
  await untilCurrent()
  watching.abort()
  await watched
  console.log(`${EVENTS} events, ${chosen.length} poisoned, worst lag ${worst} ms`)
  expect(worst).toBeLessThan(allowed(1_000))
  expect((await parked()).map(({ stream, error }) => [stream, error])).toEqual(
    chosen
      .map(({ stream }) => stream)
      .toSorted()
      .map((stream) => [stream, expect.stringMatching(/^Tally\w+ cannot be folded: a bug$/)]),
  )

  const one = chosen[0]?.stream ?? expect.fail()
  expect(await unpark(tallies.name, one)).toMatchObject({
    status: 'failed',
    answer: expect.stringContaining('cannot be folded'),
  })
  expect((await parked()).find(({ stream }) => stream === one)?.attempts).toBe(2)
  broken = false
  for (const { stream } of chosen)
    expect(await unpark(tallies.name, stream)).toMatchObject({ status: 'done' })
  expect(await parked()).toEqual([])
  await expectNaiveRows(place)
  expect(await unpark(tallies.name, one)).toEqual({ status: 'failed', answer: `${one} is not parked` })
  await engine.stop()
})

test('keeps a stream parked over restarts, and parks unreadable events too', async () => {
  broken = true
  const tallyId = randomUUID()
  const stream = `tally-${tallyId}`
  const metadata = { tenantId: 'tenant-a', schema: '1', occurredAt: '2026-01-01T00:00:00.000Z' }
  const counted = () => ({
    id: randomUUID(),
    type: 'TallyCounted',
    data: { tallyId, group: 'group-1', amount: 1, rate: 1 },
    metadata,
  })
  const bad = counted()
  poisoned.add(bad.id)
  const opened = {
    id: randomUUID(),
    type: 'TallyOpened',
    data: await place.sealer.seal('tenant-a', stream, 'TallyOpened', {
      tallyId,
      group: 'group-1',
      owner: 'Åse',
      ownerRef: 'guest-1',
      day: '2026-01-01',
    }),
    metadata,
  }
  await place.store.append(stream, [opened, bad, counted()], 'absent')
  const unreadable = `tally-${randomUUID()}`
  await place.store.append(unreadable, [{ ...counted(), metadata: { ...metadata, schema: '9' } }], 'absent')
  const engine = place.start({ projections: fragile() })
  await untilCurrent()
  expect(new Set((await parked()).map(({ stream: name }) => name))).toEqual(new Set([stream, unreadable]))
  await engine.stop()
  await place.store.append(stream, [counted()], 2n)
  const mended = place.start()
  await untilCurrent()
  const events = await place.maintenancePool.query(`select from read.parked_event where stream = $1`, [
    stream,
  ])
  expect(events.rowCount).toBe(3)
  expect(await unpark(tallies.name, stream)).toEqual({ status: 'done', answer: '3 events' })
  expect((await place.rowsOf(first)).find(({ row }) => row['id'] === tallyId)?.row).toMatchObject({
    count: 3,
    total: 3,
    owner: 'Åse',
  })
  await mended.stop()
})

test('stops a projection with more parked streams than its policy allows', async () => {
  broken = true
  const engine = place.start({ projections: fragile({ onPoison: { park: true, maxStreams: 2 } }) })
  await waitUntil(() => isLive(engine), 20_000)
  for (let stream = 0; stream < 3; stream += 1) {
    const bad = {
      id: randomUUID(),
      type: 'TallyNoted',
      data: { tallyId: randomUUID(), group: 'g', note: 'x' },
      metadata: { tenantId: 'tenant-a', schema: '1', occurredAt: '2026-01-01T00:00:00.000Z' },
    }
    poisoned.add(bad.id)
    await place.store.append(`tally-${randomUUID()}`, [bad], 'absent')
  }
  await waitUntil(() =>
    engine.status().some(({ name, state }) => name === tallies.name && state === 'failed'),
  )
  expect(engine.status().find(({ name }) => name === tallies.name)?.error).toBe(
    'tally has more than 2 parked streams',
  )
  await engine.stop()
})
