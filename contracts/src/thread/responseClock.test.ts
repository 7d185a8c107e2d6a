import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIRST_POLICIES } from '../policy/versions.ts'
import { computeDeadlines, findAwaited, measureResponse, type ExchangedMessage } from './responseClock.ts'

const START = Date.parse('2026-06-12T13:42:00.000Z')

const messages = fc
  .array(
    fc.record({
      from: fc.constantFrom('guest', 'guest', 'guest', 'host', 'cohost', 'staff'),
      automated: fc.boolean(),
      retracted: fc.boolean(),
      waived: fc.constantFrom(false, false, true),
      minutes: fc.integer({ min: 0, max: 600 }),
    }),
    { maxLength: 30 },
  )
  .map((drawn) => {
    let at = START
    return drawn.map(({ from, automated, retracted, waived, minutes }, index): ExchangedMessage => {
      at += minutes * 60_000
      const isGuest = from === 'guest'
      return {
        messageId: `m${index}`,
        from,
        automated: !isGuest && automated,
        retracted: !isGuest && retracted,
        waivedWith: isGuest && waived ? `m${index}` : null,
        at: new Date(at).toISOString(),
      }
    })
  })

/** Goes through the exchange as a person would: a question is open until the host or a co-host answers. */
const readNaively = (exchange: readonly ExchangedMessage[]): string | undefined => {
  let open: string | undefined
  for (const { messageId, from, automated, retracted, waivedWith } of exchange) {
    if (from === 'guest') open = open === undefined && waivedWith === null ? messageId : open
    else if (from !== 'staff' && automated === false && retracted === false) open = undefined
  }
  return open
}

test('waits since the message that a naive reading of 300 exchanges finds', () => {
  let waiting = 0
  fc.assert(
    fc.property(messages, (exchange) => {
      const awaited = findAwaited(exchange)?.messageId
      if (awaited !== undefined) waiting += 1
      expect(awaited).toBe(readNaively(exchange))
    }),
    { numRuns: 300 },
  )
  expect(waiting).toBeGreaterThan(50)
})

test('is due after the hours of the policy', () =>
  expect(computeDeadlines('2026-06-12T13:42:00.000Z', FIRST_POLICIES.messaging.body)).toEqual({
    reminders: [
      { hours: 12, at: '2026-06-13T01:42:00.000Z' },
      { hours: 20, at: '2026-06-13T09:42:00.000Z' },
    ],
    dueAt: '2026-06-13T13:42:00.000Z',
  }))

test('counts an answer at the last moment as in time', () => {
  const due = '2026-06-13T13:42:00.000Z'
  expect(measureResponse('2026-06-12T13:42:00.000Z', due, due)).toEqual({ elapsedS: 86_400, onTime: true })
  expect(measureResponse('2026-06-12T13:42:00.000Z', due, '2026-06-13T13:42:00.001Z')).toEqual({
    elapsedS: 86_400,
    onTime: false,
  })
})
