import { addDays } from '@hearth/contracts/kernel/dates'
import { newId } from '@hearth/contracts/kernel/ids'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calendar } from '../calendar/calendar.decider.ts'
import {
  accepted,
  command,
  inDays,
  movableClock,
  PEOPLE,
  receive,
  startTestSystem,
  type TestSystem,
} from '../testing/fixture.ts'
import { openPlace, type Place } from '../testing/place.ts'
import { createCalendar, entryLines, startFeedServer, createStays, type FeedServer } from './feedServer.ts'
import { createFeedNotifier } from './feedNotices.ts'
import { openFeedFetcher } from './fetchFeed.ts'
import { icalFeed } from './icalFeed.decider.ts'

const clock = movableClock()
let system: TestSystem
let server: FeedServer
let place: Place
beforeAll(async () => {
  server = await startFeedServer()
  system = await startTestSystem({
    now: clock.now,
    feedFetcher: openFeedFetcher({ testOrigin: server.origin }),
  })
  system.service.relay.start()
  place = await openPlace(system.service)
})
afterAll(async () => {
  await system.stop()
  await server.stop()
})

const add = async (path: string, body: string) => {
  const url = server.answer(path, body)
  const { id } = accepted(
    await system.service.handle(
      command('AddFeed', PEOPLE.owner(place.accountId), {
        listingId: place.listingId,
        name: `Feed ${path}`,
        url,
      }),
    ),
  )
  return id
}
const readFeed = async (id: string) => {
  const { state } = await system.service.handler.view(icalFeed, id, 0)
  if (state.status === 'none') throw new Error('There is no feed')
  return state
}
const nightsFrom = async (feedId: string) => {
  const { state } = await system.service.handler.view(calendar, place.listingId, 0)
  return state.claims
    .filter(({ origin }) => origin?.feedId === feedId)
    .map(({ start, end }) => `${start}/${end}`)
    .toSorted()
}
/** Emails to the owner about entries that are not understood. */
const mailsAbout = async (feedId: string) => {
  const { service } = system
  const email = `${newId()}@sol.test`
  const member = { userId: newId(), name: 'Ana Sol', email, role: 'owner', listingIds: null }
  accepted(
    await service.handle(
      command('ImportMember', PEOPLE.importer, member, {
        id: place.accountId,
      }),
    ),
  )
  await service.mail.take(100)
  const notify = createFeedNotifier({ ...service, publicUrl: new URL('http://localhost:3999') })
  await notify({ what: 'unread', hostAccountId: place.accountId, feedId }, { correlationId: 'test' })
  return (await service.mail.take(100)).map(({ content }) => content)
}
/** Looks, as the service does by itself once a second, until it is so. */
const until = (condition: () => Promise<boolean>) =>
  waitUntil(async () => {
    await system.service.feeds.round()
    return condition()
  })

describe('a feed of another platform', () => {
  test('is followed as soon as it is added; its nights follow it', async () => {
    const feedId = await add(
      '/moves.ics',
      createCalendar(entryLines('a', inDays(10), inDays(13)), entryLines('b', inDays(20), inDays(22))),
    )
    await until(async () => (await readFeed(feedId)).health === 'ok')
    expect(await nightsFrom(feedId)).toEqual([`${inDays(10)}/${inDays(13)}`, `${inDays(20)}/${inDays(22)}`])
    server.answer('/moves.ics', createCalendar(entryLines('a', inDays(10), inDays(15))))
    clock.forward(0.26)
    await until(async () => (await nightsFrom(feedId)).length === 1)
    expect(await nightsFrom(feedId)).toEqual([`${inDays(10)}/${inDays(15)}`])
    accepted(
      await system.service.handle(
        command('RemoveFeed', PEOPLE.owner(place.accountId), { keepBlocks: false }, { id: feedId }),
      ),
    )
    await until(async () => (await nightsFrom(feedId)).length === 0)
  })

  test('that returns HTML keeps its nights in quarantine until it returns a calendar', async () => {
    const whole = createCalendar(...createStays('c', inDays(40), 4))
    const feedId = await add('/html.ics', whole)
    await until(async () => (await readFeed(feedId)).health === 'ok')
    const before = await nightsFrom(feedId)
    expect(before).toHaveLength(4)
    server.answer('/html.ics', '<html>Something went wrong</html>')
    clock.forward(0.26)
    await until(async () => (await readFeed(feedId)).health === 'quarantined')
    expect(await nightsFrom(feedId)).toEqual(before)
    // To the owner, whose account has none here that could be told: the notice is done all the same.
    await waitUntil(
      async () =>
        (await system.service.pool.query(`select from app.outbox where work ->> 'name' = 'tell-feed'`))
          .rowCount !== 0,
    )
    server.answer('/html.ics', whole)
    clock.forward(0.26)
    await until(async () => (await readFeed(feedId)).health === 'ok')
    expect(await nightsFrom(feedId)).toEqual(before)
  })

  test('that is suddenly empty is applied after the host accepts it', async () => {
    const feedId = await add('/empty.ics', createCalendar(...createStays('d', inDays(70), 3)))
    await until(async () => (await readFeed(feedId)).health === 'ok')
    server.answer('/empty.ics', createCalendar())
    clock.forward(0.26)
    await until(async () => (await readFeed(feedId)).problem === 'emptied')
    expect(await nightsFrom(feedId)).toHaveLength(3)
    accepted(
      await system.service.handle(command('ReleaseFeed', PEOPLE.owner(place.accountId), {}, { id: feedId })),
    )
    clock.forward(0.26)
    await until(async () => (await readFeed(feedId)).health === 'ok')
    expect(await nightsFrom(feedId)).toEqual([])
  })

  test('keeps the nights of an entry that is no longer understood, and applies the others', async () => {
    const feedId = await add('/unread.ics', createCalendar(...createStays('u', inDays(130), 2)))
    await until(async () => (await nightsFrom(feedId)).length === 2)
    const before = await nightsFrom(feedId)
    const unread = [
      'BEGIN:VEVENT',
      'UID:u-0',
      'SUMMARY:Family Moreau',
      'DTSTART;TZID=Moon/Tranquility:20300101T100000',
      'END:VEVENT',
    ]
    server.answer('/unread.ics', createCalendar(unread, ...createStays('u', inDays(130), 3).slice(1)))
    clock.forward(0.26)
    await until(async () => (await nightsFrom(feedId)).length === 3)
    expect(await nightsFrom(feedId)).toEqual([...before, `${inDays(136)}/${inDays(138)}`])
    await until(async () => (await readFeed(feedId)).unread.count === 1)
    expect((await readFeed(feedId)).unread).toMatchObject({
      total: 3,
      entries: [{ title: 'Family Moreau', date: '2030-01-01', problem: 'time_zone' }],
    })
    const [email] = await mailsAbout(feedId)
    expect(email).toMatchObject({
      subject: '1 of 3 entries in the calendar “Feed /unread.ics” need checking',
    })
    expect(JSON.stringify(email)).toContain('“Family Moreau”, 2030-01-01: we don’t know its time zone.')
  })

  test('with a reservation over a booking opens a conflict until it is decided', async () => {
    const [from, to] = [inDays(100), inDays(103)]
    accepted(await system.service.handle(receive(place, from, 3)))
    const feedId = await add(
      '/conflict.ics',
      createCalendar(entryLines('e', addDays(from, 1), addDays(to, 1))),
    )
    const openConflicts = async () => {
      const { state } = await system.service.handler.view(calendar, place.listingId, 0)
      return state.conflicts.filter(({ state: is }) => is === 'open').map(({ conflictId }) => conflictId)
    }
    await until(async () => (await openConflicts()).length === 1)
    const [conflictId = ''] = await openConflicts()
    accepted(
      await system.service.handle(
        command(
          'ResolveImportConflict',
          PEOPLE.owner(place.accountId),
          { listingId: place.listingId, resolution: 'dismiss_import' },
          { id: conflictId },
        ),
      ),
    )
    expect([await openConflicts(), await nightsFrom(feedId)]).toEqual([[], []])
  })
})
