import fc from 'fast-check'
import { act, render, screen } from '@testing-library/react'
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetPosition, raisePosition } from '../http/consistency.ts'
import { fakeApi } from '../../test/fakeApi.ts'
import { dataProvider } from './dataProvider.ts'
import { useOutdated } from './outdated.ts'
import { queryClient } from './queryClient.ts'

const KEY = ['listings', 'getOne', { id: 'l1' }]
/** Long enough for an interval and the attempts of one refetch. */
const REFETCH_MS = 15_000
const MINUTE_MS = 60_000

type Mode = 'up' | 'behind' | 'down' | 'limited' | 'unreachable'
const problem = (status: number, code: string) => ({
  status,
  body: { type: '', title: '', status, code },
})

/** A server with one listing; `version` is what happened, `projected` what the read side knows of it. */
const createServer = () => {
  const server = { mode: 'up' as Mode, version: 1, projected: 1 }
  const read = ({ headers }: { headers: Headers }) => {
    if (server.mode === 'unreachable') throw new TypeError('fetch failed')
    if (server.mode === 'down') return problem(503, 'DEPENDENCY_UNAVAILABLE')
    if (server.mode === 'limited') return problem(429, 'RATE_LIMITED')
    if (server.mode !== 'behind') server.projected = server.version
    const needed = Number(headers.get('x-min-position')?.slice('c0.'.length) ?? 0)
    if (needed > server.projected) return problem(503, 'READ_MODEL_BEHIND')
    return { body: { id: 'l1', version: server.projected } }
  }
  return { server, calls: fakeApi({ 'GET /api/listings/l1': read }).calls }
}

/** Shows the listing, as a page does; the returned function leaves it. */
const show = () =>
  new QueryObserver<{ version: number }>(queryClient, {
    queryKey: KEY,
    queryFn: async ({ signal }) => (await dataProvider.getOne('listings', { id: 'l1', signal })).data,
  }).subscribe(() => undefined)
const query = () => queryClient.getQueryCache().find({ queryKey: KEY })

/** One page that shows the listing, and everything that can happen around it. */
const createPage = () => {
  const { server, calls } = createServer()
  let leave: (() => void) | undefined
  const setMode = (mode: Mode) => () => void (server.mode = mode)
  const steps = {
    change: () => {
      server.version += 1
      raisePosition(`c0.${server.version}`)
      void queryClient.invalidateQueries({ queryKey: ['listings'] })
    },
    fallBehind: setMode('behind'),
    fail: setMode('down'),
    limit: setMode('limited'),
    disconnect: setMode('unreachable'),
    recover: setMode('up'),
    leave: () => {
      leave?.()
      leave = undefined
    },
    enter: () => {
      leave ??= show()
    },
    copyFromList: () => {
      queryClient.setQueryData(KEY, (row: unknown) => row)
    },
  }
  return { server, calls, steps }
}
type Step = keyof ReturnType<typeof createPage>['steps']
const STEPS: readonly Step[] = [
  'change',
  'fallBehind',
  'fail',
  'limit',
  'disconnect',
  'recover',
  'leave',
  'enter',
  'copyFromList',
]
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.clear()
  forgetPosition()
})
afterEach(() => {
  queryClient.clear()
  forgetPosition()
})

/** Does the steps on a page that has loaded, then lets the server recover. */
const follow = async (script: readonly Step[], pauseMs: number) => {
  queryClient.clear()
  forgetPosition()
  const page = createPage()
  page.steps.enter()
  await pass(100)
  for (const step of script) {
    page.steps[step]()
    await pass(pauseMs)
  }
  page.steps.recover()
  return page
}

describe('a row after a live change', () => {
  /** Any two events after a change. */
  const scripts = STEPS.flatMap((first) => STEPS.map((second) => [first, second] as const))

  const expectNew = async (script: readonly Step[], pauseMs: number) => {
    const name = `change, ${script.join(', ')}, ${pauseMs} ms apart`
    const { server, calls, steps } = await follow(['change', ...script], pauseMs)
    steps.enter()
    await pass(REFETCH_MS)
    expect([name, query()?.state.data]).toEqual([name, { id: 'l1', version: server.version }])
    expect([name, query()?.state.error]).toEqual([name, null])
    const requests = calls.length
    await pass(MINUTE_MS)
    expect([name, calls.length]).toEqual([name, requests])
    steps.leave()
  }

  it('is new once the server has recovered, whatever two things happened in between', async () => {
    for (const pauseMs of [0, 2_000, 12_000]) for (const script of scripts) await expectNew(script, pauseMs)
  })

  it('is new once the server has recovered, after longer stories', async () => {
    const scripts = fc.array(fc.constantFrom(...STEPS), { minLength: 3, maxLength: 9 })
    await fc.assert(fc.asyncProperty(scripts, fc.constantFrom(0, 500, 3_000, 12_000), expectNew), {
      numRuns: 100,
    })
  })

  it('is new on a page that is opened later, although a list stored the old one again', () =>
    expectNew(['leave', 'change', 'copyFromList'], 0))

  it('is not refetched once the page is left', async () => {
    for (const script of scripts) {
      const name = script.join(', ')
      const { calls, steps } = await follow(script, 0)
      steps.leave()
      await pass(REFETCH_MS)
      const requests = calls.length
      await pass(MINUTE_MS)
      expect([name, calls.length]).toEqual([name, requests])
    }
  })

  it('is refetched every ten seconds, not faster', async () => {
    const { calls, steps } = await follow(['limit', 'change'], 100)
    steps.limit()
    const requests = calls.length
    await pass(MINUTE_MS)
    expect(calls.length - requests).toBeGreaterThanOrEqual(5)
    expect(calls.length - requests).toBeLessThanOrEqual(6)
    steps.leave()
  })

  it('is not refetched after a final refusal', async () => {
    const { calls } = fakeApi({})
    const leave = show()
    queryClient.setQueryData(KEY, { id: 'l1', version: 1 })
    void queryClient.invalidateQueries({ queryKey: KEY })
    await pass(MINUTE_MS)
    expect(query()?.state.error).toMatchObject({ status: 404 })
    expect(calls).toHaveLength(2)
    leave()
  })
})

describe('the notice that rows may be old', () => {
  const Notice = () => <p>{useOutdated() ?? 'up to date'}</p>

  it('is there from the failed refetch until the row is new, or the page is left', async () => {
    const page = createPage()
    page.steps.enter()
    render(
      <QueryClientProvider client={queryClient}>
        <Notice />
      </QueryClientProvider>,
    )
    const step = async (name: Step, ms: number) => {
      await act(async () => {
        page.steps[name]()
        await pass(ms)
      })
      return screen.getByRole('paragraph').textContent
    }
    expect(await step('enter', 100)).toBe('up to date')
    page.steps.fallBehind()
    expect(await step('change', 100)).toBe('behind')
    expect(await step('fallBehind', MINUTE_MS)).toBe('behind')
    expect(await step('recover', REFETCH_MS)).toBe('up to date')
    page.steps.fail()
    expect(await step('change', REFETCH_MS)).toBe('failing')
    expect(await step('leave', 100)).toBe('up to date')
    expect(await step('enter', REFETCH_MS)).toBe('failing')
    expect(await step('recover', REFETCH_MS)).toBe('up to date')
    await step('leave', 0)
  })
})
