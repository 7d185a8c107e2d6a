import { UnavailableError } from '@eventstore/db-client'
import { expect, test, vi } from 'vitest'
import { allowed } from '../testing/allowed.ts'
import { appendWithin, type Appender } from './append.ts'
import type { SendAppend } from './batchCall.ts'
import type { Acknowledged } from './batchMessages.ts'
import { OutcomeUnknownError, StoreUnavailableError, type NewEvent } from './port.ts'

const events: NewEvent[] = [
  { id: '0198c5a0-0000-7000-8000-000000000001', type: 'Tested', data: {}, metadata: {} },
]
const position = { commit: 7n, prepare: 7n }
const success: Acknowledged = { kind: 'appended', revision: 4n, position }

const rawUnavailable = (message: string) => Object.assign(new Error(message), { code: 14 })
const refusedConnection = rawUnavailable(
  '14 UNAVAILABLE: No connection established. Last error: connect ECONNREFUSED',
)
const lostConnection = rawUnavailable('14 UNAVAILABLE: Connection dropped')

const makeAppender = (...answers: (Error | Acknowledged | 'silence')[]) => {
  const send = vi.fn<SendAppend>(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer === 'silence') return new Promise<Acknowledged>(() => undefined)
    if (answer instanceof Error || answer === undefined) throw answer
    return answer
  })
  const appender: Appender = {
    send,
    milliseconds: 400,
    leaveIfSilent: async () => undefined,
    readPosition: async () => ({ commit: 9n, prepare: 9n }),
  }
  return { appender, send }
}

test('repeats an append after a lost connection with the same ids and expected revision', async () => {
  const { appender, send } = makeAppender(lostConnection, new UnavailableError(), success)
  expect(await appendWithin(appender, 's-1', events, 3n)).toEqual({
    kind: 'appended',
    revision: 4n,
    position,
  })
  expect(send.mock.calls).toEqual(
    Array.from({ length: 3 }, () => ['s-1', [expect.objectContaining({ id: events[0]?.id })], 3n]),
  )
})

test('reports that nothing was written when no request was sent', async () => {
  await expect(
    appendWithin(makeAppender(refusedConnection).appender, 's-1', events, 'absent'),
  ).rejects.toBeInstanceOf(StoreUnavailableError)
})

test.for([
  ['a lost connection', lostConnection],
  ['a call cut without status', Object.assign(new Error('13 INTERNAL: Received RST_STREAM'), { code: 13 })],
] as const)('reports an unknown outcome when one request may have arrived: %s', async ([, error]) => {
  await expect(
    appendWithin(makeAppender(error, refusedConnection).appender, 's-1', events, 'absent'),
  ).rejects.toBeInstanceOf(OutcomeUnknownError)
})

test('does not wait for a server that never answers', async () => {
  const startedAt = Date.now()
  await expect(
    appendWithin(makeAppender('silence').appender, 's-1', events, 'absent'),
  ).rejects.toBeInstanceOf(OutcomeUnknownError)
  expect(Date.now() - startedAt).toBeLessThan(allowed(2_000))
})

test('writes nothing when aborted before sending, and reports an unknown outcome after that', async () => {
  const controller = new AbortController()
  const underWay = appendWithin(
    { ...makeAppender('silence').appender, milliseconds: 60_000 },
    's-1',
    events,
    'absent',
    controller.signal,
  )
  controller.abort()
  await expect(underWay).rejects.toBeInstanceOf(OutcomeUnknownError)
  const late = makeAppender(success)
  await expect(appendWithin(late.appender, 's-1', events, 'absent', controller.signal)).rejects.toBe(
    controller.signal.reason,
  )
  expect(late.send).not.toHaveBeenCalled()
})

test('takes the position from the event when a success has none', async () => {
  const { appender } = makeAppender({ kind: 'appended', revision: 4n, position: undefined })
  expect(await appendWithin(appender, 's-1', events, 3n)).toEqual({
    kind: 'appended',
    revision: 4n,
    position: { commit: 9n, prepare: 9n },
  })
})

test.for([5n, 'absent'] as const)(
  'returns a wrong revision as an answer and does not repeat the append: %s',
  async (actual) => {
    const { appender, send } = makeAppender({ kind: 'conflict', actual })
    expect(await appendWithin(appender, 's-1', events, 3n)).toEqual({ kind: 'conflict', actual })
    expect(send).toHaveBeenCalledTimes(1)
  },
)
