import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { allowed } from '../testing/allowed.ts'
import { createMemoryLog } from '../testing/log.ts'
import { startScriptedGossip, type ScriptedGossip } from '../testing/scriptedGossip.ts'
import { startTestStack, type TestStack } from '../testing/stack.ts'
import { startTcpProxy, type TcpProxy } from '../testing/tcpProxy.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { connectEventStore } from './esdb.ts'
import type { EventStore, NewEvent, Recorded } from './port.ts'

// Three nodes of one log: links to the same server, which can freeze one by one, and what they say about
// themselves, which is scripted.
const { log } = createMemoryLog()
let stack: TestStack
let nodes: readonly TcpProxy[]
let gossips: readonly ScriptedGossip[]
let leader: number
let store: EventStore

const nodeAt = (index: number) => nodes[index] ?? expect.unreachable()
const connect = (ports: readonly number[]) =>
  connectEventStore({
    url: `esdb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}?tls=false`,
    name: 'cluster',
    log,
  })

beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack?.stop())

beforeEach(async () => {
  const { port } = new URL(stack.eventStoreUrl)
  nodes = await Promise.all([1, 2, 3].map(() => startTcpProxy(Number(port))))
  leader = nodeAt(0).port
  gossips = await Promise.all(
    nodes.map(() =>
      startScriptedGossip(
        nodes.map((node) => node.port),
        () => leader,
      ),
    ),
  )
  store = connect(gossips.map((gossip) => gossip.port))
})
afterEach(async () => {
  await store.close()
  for (const gossip of gossips) gossip.stop()
  for (const node of nodes) await node.close()
})

const newStream = () => `cluster-${randomUUID()}`
const newEvent = (): NewEvent => ({ id: randomUUID(), type: 'ClusterTested', data: {}, metadata: {} })
const append = (stream: string, event = newEvent()) => store.append(stream, [event], 'absent')
const readAll = async (stream: string): Promise<readonly Recorded[]> => {
  const events = []
  for await (const event of store.read(stream)) events.push(event)
  return events
}
const millisecondsOf = async (work: Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work
  return performance.now() - startedAt
}
/** The leader answers nothing any more, and another node has been elected. */
const freezeLeader = () => {
  nodeAt(0).freeze()
  leader = nodeAt(1).port
}

test('appends when the first node of the address is dead', async () => {
  await store.close()
  gossips[0]?.stop()
  store = connect(gossips.map((gossip) => gossip.port))
  expect(await millisecondsOf(append(newStream()))).toBeLessThan(allowed(3_000))
})

test('moves an append from a frozen leader to the next one and writes it once', async () => {
  await append(newStream())
  nodeAt(0).freeze()
  const stream = newStream()
  const event = newEvent()
  const first = append(stream, event)
  leader = nodeAt(1).port
  expect(await millisecondsOf(append(newStream()))).toBeLessThan(allowed(4_000))
  expect(await first).toMatchObject({ kind: 'appended', revision: 0n })
  expect((await readAll(stream)).map(({ id }) => id)).toEqual([event.id])
})

test('moves a read from a frozen leader to the next one', async () => {
  const stream = newStream()
  await append(stream)
  await readAll(stream)
  freezeLeader()
  const reading = readAll(stream)
  expect(await millisecondsOf(reading)).toBeLessThan(allowed(4_000))
  expect(await reading).toHaveLength(1)
})

test('moves a feed from a frozen leader to the next one without a gap or a repetition', async () => {
  const stopping = new AbortController()
  const ids: string[] = []
  let isCaughtUp = false
  const events = [newEvent(), newEvent(), newEvent()]
  let known = Infinity
  const following = (async () => {
    for await (const item of store.feed({ from: async () => 'start', signal: stopping.signal })) {
      if (item.kind === 'caught-up') isCaughtUp = true
      if (item.kind !== 'event') continue
      ids.push(item.event.id)
      if (ids.length === known + events.length) stopping.abort()
    }
  })()
  await waitUntil(() => isCaughtUp)
  freezeLeader()
  known = ids.length
  await Promise.all(events.map((event) => append(newStream(), event)))
  expect(await millisecondsOf(following)).toBeLessThan(allowed(5_000))
  expect(ids.slice(known).toSorted()).toEqual(events.map(({ id }) => id).toSorted())
})

test('keeps the connection to a silent single node', async () => {
  const single = connect([nodeAt(0).port])
  const before = nodeAt(0).accepted()
  await single.append(newStream(), [newEvent()], 'absent')
  nodeAt(0).freeze()
  await expect(single.append(newStream(), [newEvent()], 'absent')).rejects.toThrow(/unknown/)
  expect(nodeAt(0).accepted()).toBe(before + 1)
  await single.close()
})
