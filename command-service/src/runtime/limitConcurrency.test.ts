import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency } from './limitConcurrency.ts'
import { SCHEDULER } from './internal.ts'
import { refuse, type Envelope, type Outcome } from './outcome.ts'

const envelope: Envelope = {
  type: 'X',
  data: {},
  principal: SCHEDULER,
  commandId: '0198a000-0000-7000-8000-000000000001',
  correlationId: 'c',
}
const done = refuse('NOT_FOUND', '')

/** Commands that end when they are told to. */
const held = () => {
  const begun: (() => void)[] = []
  return { begun, handle: (): Promise<Outcome> => new Promise((resolve) => begun.push(() => resolve(done))) }
}

test('runs a limited number of commands; the next starts when one ends', async () => {
  const { begun, handle } = held()
  const ask = limitConcurrency(handle, { maxConcurrent: 2 })
  const answers = [ask(envelope), ask(envelope), ask(envelope)]
  await nextTurn()
  expect(begun).toHaveLength(2)
  begun[0]?.()
  await expect(answers[0]).resolves.toBe(done)
  await nextTurn()
  expect(begun).toHaveLength(3)
  for (const end of begun) end()
  await Promise.all(answers)
})

test('refuses a command that waited too long without running it or delaying the next', async () => {
  const { begun, handle } = held()
  const ask = limitConcurrency(handle, { maxConcurrent: 1, timeoutMs: -1 })
  await expect(ask(envelope)).resolves.toMatchObject({ kind: 'rejected', code: 'OVERLOADED' })
  await expect(ask(envelope)).resolves.toMatchObject({ code: 'OVERLOADED' })
  expect(begun).toEqual([])
})
