import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectGarbage } from '../testing/collectGarbage.ts'
import { deadline } from './deadline.ts'

/** Resolves with the reason; collects garbage until then, as a busy process does. */
const reasonWhileCollecting = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => {
    const collecting = setInterval(collectGarbage, 10)
    signal.addEventListener('abort', () => {
      clearInterval(collecting)
      resolve(signal.reason)
    })
  })

// Accepts connections and never answers.
const silent = createServer(() => undefined)
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
})
afterAll(() => {
  silent.closeAllConnections()
  silent.close()
})

test('fires although garbage is collected meanwhile', async () => {
  expect(await reasonWhileCollecting(deadline(60))).toMatchObject({ name: 'TimeoutError' })
})

test('fires beside a signal of the caller although garbage is collected meanwhile', async () => {
  const caller = new AbortController()
  expect(await reasonWhileCollecting(deadline(60, caller.signal))).toMatchObject({ name: 'TimeoutError' })
})

test('ends a request to a silent server although garbage is collected meanwhile', async () => {
  const collecting = setInterval(collectGarbage, 10)
  const request = fetch(url, { signal: deadline(60, new AbortController().signal) })
  await expect(request).rejects.toMatchObject({ name: 'TimeoutError' })
  clearInterval(collecting)
})

test('passes on an abort of the caller with its reason, and an earlier one immediately', async () => {
  const caller = new AbortController()
  const reason = reasonWhileCollecting(deadline(60_000, caller.signal))
  caller.abort('gone')
  expect(await reason).toBe('gone')
  expect(deadline(60_000, caller.signal)).toMatchObject({ aborted: true, reason: 'gone' })
})
