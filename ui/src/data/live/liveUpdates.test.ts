import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi, type Reply } from '../../test/fakeApi.ts'
import { FakeEventSource } from '../../test/FakeEventSource.ts'
import { dataProvider } from '../records/dataProvider.ts'
import { queryClient } from '../records/queryClient.ts'
import { followLiveUpdates, startLiveUpdates } from './liveUpdates.ts'
import { createRefetcher } from './useLiveUpdates.ts'

const KEY = ['listings', 'getOne', { id: 'l1' }]

beforeEach(() => {
  FakeEventSource.open = []
  queryClient.clear()
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    locks: { request: (_name: string, _options: unknown, hold: () => Promise<void>) => hold() },
  })
})
afterEach(() => queryClient.clear())

/** A listing on the server: `read` decides what an answer holds, `answer` sends it. */
const createServer = () => {
  const server = { version: 1, isHeard: false }
  const pending: { read?: number; send: (reply: Reply) => void }[] = []
  const { calls } = fakeApi({
    'GET /api/listings/l1': () => new Promise<Reply>((send) => pending.push({ send })),
  })
  return {
    calls,
    server,
    read: () => pending.forEach((one) => (one.read ??= server.version)),
    answer: () => {
      for (const { read, send } of pending.splice(0))
        if (read === undefined) pending.push({ send })
        else send({ body: { id: 'l1', version: read } })
    },
  }
}

/** A page that asks for the listing, and everything else that can happen while it opens. */
const createPage = () => {
  const { calls, server, read, answer } = createServer()
  const refetcher = createRefetcher(queryClient)
  let leave: () => void = refetcher.stop
  startLiveUpdates()
  const steps = {
    ask: () => {
      const unfollow = followLiveUpdates({ onChange: refetcher.collect, onStatus: () => undefined })
      const unsubscribe = new QueryObserver(queryClient, {
        queryKey: KEY,
        queryFn: async () => (await dataProvider.getOne('listings', { id: 'l1' })).data,
      }).subscribe(() => undefined)
      leave = () => {
        unsubscribe()
        unfollow()
        refetcher.stop()
      }
    },
    read,
    answer,
    open: () => {
      server.isHeard = true
      FakeEventSource.open.forEach((source) => source.onopen?.())
    },
    project: () => {
      server.version += 1
      if (server.isHeard)
        FakeEventSource.open.forEach((source) => source.change({ resource: 'listings', id: 'l1' }))
    },
    tooLong: () => vi.advanceTimersByTime(600),
  }
  return { steps, calls, server, leave: () => leave() }
}
type Step = keyof ReturnType<typeof createPage>['steps']

const permute = (steps: readonly Step[]): Step[][] =>
  steps.length === 0
    ? [[]]
    : steps.flatMap((first) =>
        permute(steps.filter((step) => step !== first)).map((rest) => [first, ...rest]),
      )

/** Performs the steps, and then what is left of them until nothing happens any more. */
const play = async (script: readonly Step[]) => {
  const { steps, calls, server, leave } = createPage()
  for (const step of script) {
    steps[step]()
    await vi.advanceTimersByTimeAsync(1)
  }
  for (let round = 0; round < 4; round += 1) {
    await vi.advanceTimersByTimeAsync(600)
    steps.read()
    steps.answer()
    await vi.advanceTimersByTimeAsync(1)
  }
  const shown = queryClient.getQueryData<{ version: number }>(KEY)?.version
  leave()
  queryClient.clear()
  return { shown, version: server.version, requests: calls.length }
}

it('shows the newest version, in whichever order a page is answered, the stream opens and a change comes', async () => {
  const old: string[] = []
  for (const script of permute(['ask', 'read', 'answer', 'open', 'project', 'tooLong'])) {
    const { shown, version } = await play(script)
    if (shown !== version) old.push(script.join(', '))
  }
  expect(old).toEqual([])
})

it('sends a read once when nothing changes, whether the page or the stream is first', async () => {
  for (const script of permute(['ask', 'open', 'read', 'answer']))
    expect([script.join(', '), (await play(script)).requests]).toEqual([script.join(', '), 1])
})

it('does not keep a stream that fails before the app has started', async () => {
  startLiveUpdates()
  const [source] = FakeEventSource.open
  source?.close()
  source?.onerror?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeEventSource.open).toEqual([])
})
