import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeEventSource } from '../../test/FakeEventSource.ts'
import { openEventStream, type Change, type LiveStatus } from './eventStream.ts'

type Grant = () => Promise<void>

/** One lock of the browser that is granted; the script says when its holder is called. */
const createLocks = () => {
  const granted: Grant[] = []
  let held = 0
  return {
    held: () => held,
    granted,
    request: (_name: string, { signal }: { signal: AbortSignal }, hold: Grant) =>
      new Promise<void>((resolve, reject) => {
        // Granted already: an abort only ends the request for the caller.
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        granted.push(async () => {
          held += 1
          await hold()
          held -= 1
          resolve()
        })
      }),
  }
}

let locks: ReturnType<typeof createLocks>
beforeEach(() => {
  locks = createLocks()
  FakeEventSource.open = []
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('navigator', { ...navigator, locks })
})
afterEach(() => vi.unstubAllGlobals())

const settle = async () => {
  for (let turn = 0; turn < 8; turn += 1) await undefined
}

/** Everything that can happen before the page leaves, in every order. */
const SCRIPTS = [
  ['close', 'grant'],
  ['grant', 'close'],
  ['grant', 'open', 'close'],
  ['grant', 'open', 'change', 'close'],
  ['grant', 'fail', 'close'],
  ['grant', 'open', 'fail', 'close'],
] as const

it.each(SCRIPTS.map((script) => [script.join(', '), script] as const))(
  'leaves neither a connection nor the lock behind: %s',
  async (_name, script) => {
    vi.useFakeTimers()
    const changes: Change[] = []
    let status: LiveStatus = 'connecting'
    const close = openEventStream(
      (change) => changes.push(change),
      (next) => (status = next),
    )
    for (const step of script) {
      const [source] = FakeEventSource.open
      if (step === 'grant') void locks.granted.shift()?.()
      else if (step === 'close') close()
      else if (step === 'open') source?.onopen?.()
      else if (step === 'change') source?.change({ resource: 'bookings', id: 'b1' })
      else {
        source?.close()
        source?.onerror?.()
      }
      await settle()
    }
    await vi.advanceTimersByTimeAsync(120_000)
    vi.useRealTimers()
    expect(FakeEventSource.open).toEqual([])
    expect(locks.held()).toBe(0)
    if ((script as readonly string[]).includes('open')) expect(changes[0]).toMatchObject({ resource: '*' })
    if ((script as readonly string[]).includes('change'))
      expect(changes.at(-1)).toMatchObject({ resource: 'bookings', id: 'b1' })
    if (script.at(-2) === 'fail') expect(status).toBe('lost')
  },
)
