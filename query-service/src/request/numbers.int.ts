import { deriveId, newId } from '@hearth/contracts/kernel/ids'
import { zRequestNumbers } from '@hearth/contracts/performance'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestEvent } from '../testing/miniProjector.ts'
import { startService, type Service } from '../testing/service.ts'
import { openAccount, startListing } from '../testing/stays.ts'

const [account, listingId] = [newId(), newId()]
const NOW = '2026-07-01T10:00:00.000Z'
const fixture = (name: string): object =>
  JSON.parse(
    readFileSync(new URL(`../../../contracts/fixtures/${name}.json`, import.meta.url), 'utf8'),
  ) as object
const at = (daysAgo: number) => new Date(Date.parse(NOW) - daysAgo * 86_400_000).toISOString()

let service: Service
let vera: string
let as: Record<'vera' | 'stranger', Awaited<ReturnType<Service['as']>>>
const by = (when: string) => ({ tenantId: account, actorId: vera, actorKind: 'host', at: when })
const happened = (stream: string, type: string, when: string, name: string, data: object): TestEvent => ({
  ...by(when),
  stream,
  type,
  data: { ...fixture(name), listingId, ...data },
})

/** A request to book July 10 to 15 that was opened and answered so many days ago. */
const ask = (
  key: string,
  days: number,
  outcome?: 'RequestAccepted' | 'RequestDeclined' | 'RequestExpired',
) => {
  const requestId = deriveId('numbers', key)
  const stream = `request-${requestId}`
  const opened = { requestId, hostAccountId: account, dueAt: '2026-07-02T10:00:00.000Z' }
  return [
    happened(stream, 'BookingRequested', at(days), 'BookingRequested.v4', opened),
    ...(outcome === undefined
      ? []
      : [happened(stream, outcome, at(days - 0.5), `${outcome}.v1`, { requestId })]),
  ]
}
const stopClock = (key: string, days: number, part: object) =>
  happened(`thread-${deriveId(key)}`, 'ResponseClockStopped', at(days), 'ResponseClockStopped.v1', {
    threadId: deriveId(key),
    ...part,
  })
const requestId = deriveId('numbers', 'open')
const threadId = deriveId('numbers', 'thread')
const onThread = (type: string, name: string, data: object) =>
  happened(`thread-${threadId}`, type, at(0.1), name, { threadId, ...data })
const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const read = async () => {
  const answer = await as.vera(`/api/requests/${requestId}/numbers`)
  expect(answer.status).toBe(200)
  return zRequestNumbers.parse(await answer.json())
}

beforeAll(async () => {
  service = await startService()
  service.clock.now = Date.parse(NOW)
  vera = await service.addHost('vera@example.test', 'Vera Vale', account, 'owner')
  await service.addHost('str@example.test', 'Stra Nger', newId(), 'owner')
  as = { vera: await service.as('vera@example.test'), stranger: await service.as('str@example.test') }
  await service.project([
    openAccount(account, 'Vale Stays', by(at(400))),
    ...startListing(listingId, 'Harbor Loft', by(at(400))),
    ...ask('open', 0.1),
    onThread('ThreadOpened', 'ThreadOpened.v2', { hostAccountId: account, bookingId: null }),
    onThread('GuestRequestReceived', 'GuestRequestReceived.v1', { requestId }),
    onThread('ResponseClockStarted', 'ResponseClockStarted.v1', {
      startedAt: at(0.1),
      dueAt: '2026-07-02T07:36:00.000Z',
      messageId: requestId,
      reminders: [],
    }),
  ])
})
afterAll(() => service?.stop())

test('too few answers are counts, and the occupancy is that of the month of the check-in', async () =>
  expect(await read()).toEqual({
    month: '2026-07',
    numbers: [
      {
        code: 'occupancy',
        now: { hits: 0, count: 31 },
        ifAccepted: { hits: 5, count: 31 },
        ifDeclined: { hits: 0, count: 31 },
      },
      {
        code: 'acceptance',
        now: { hits: 0, count: 0 },
        ifAccepted: { hits: 1, count: 1 },
        ifDeclined: { hits: 0, count: 1 },
      },
      {
        code: 'response',
        now: { hits: 0, count: 0 },
        ifAccepted: { hits: 1, count: 1 },
        ifDeclined: { hits: 1, count: 1 },
      },
    ],
    answerInTimeUntil: '2026-07-02T07:36:00.000Z',
  }))

test('answers count for a year, and response clocks that a host could stop', async () => {
  await service.project([
    ...times(9, (index) => ask(`accepted-${index}`, 20 + index, 'RequestAccepted')).flat(),
    ...ask('declined', 40, 'RequestDeclined'),
    ...ask('expired', 50, 'RequestExpired'),
    ...ask('old', 366, 'RequestDeclined'),
    ...times(11, (index) => stopClock(`t${index}`, 10, { onTime: index > 0 })),
    stopClock('no-reply', 5, { by: 'no_reply_needed' }),
    stopClock('withdrawn', 5, { by: 'request_ended' }),
    stopClock('expired', 5, { by: 'request_ended', onTime: false }),
    stopClock('old', 60, { onTime: false }),
  ])
  const [, acceptance, response] = (await read()).numbers
  expect(acceptance).toMatchObject({ now: { hits: 9, count: 11 }, ifDeclined: { hits: 9, count: 12 } })
  expect(response).toMatchObject({ now: { hits: 10, count: 12 }, ifAccepted: { hits: 11, count: 13 } })
})

test('those of another account are unknown', async () =>
  expect((await as.stranger(`/api/requests/${requestId}/numbers`)).status).toBe(404))
