import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collectGarbage } from '../testing/collectGarbage.ts'
import { linkSignals } from './linkSignals.ts'

test('aborts with the first of its sources and its reason', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const { signal } = linkSignals(first.signal, second.signal)
  expect(signal.aborted).toBe(false)
  second.abort('second')
  first.abort('first')
  expect(signal).toMatchObject({ aborted: true, reason: 'second' })
})

test('is aborted from the start when a source is', () => {
  const { signal } = linkSignals(new AbortController().signal, AbortSignal.abort('before'))
  expect(signal).toMatchObject({ aborted: true, reason: 'before' })
})

test('keeps an abort whose source has been collected', async () => {
  const abortAndForget = () => {
    const controller = new AbortController()
    const { signal } = linkSignals(controller.signal)
    controller.abort('stop')
    return signal
  }
  const signal = abortAndForget()
  await nextTurn()
  collectGarbage()
  expect(signal).toMatchObject({ aborted: true, reason: 'stop' })
})

test('does not abort any more once it is unlinked', () => {
  const source = new AbortController()
  const { signal, unlink } = linkSignals(source.signal)
  unlink()
  source.abort()
  expect(signal.aborted).toBe(false)
})
