import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { calendar } from '../calendar/calendar.decider.ts'
import { accepted, command, inDays, movableClock, openPlace, PEOPLE, startTestSystem } from '../testing/fixture.ts'
import { calendarOf, startFeedServer, stays } from './feedServer.ts'
import { makeFeedFetcher, type Resolve } from './fetchFeed.ts'
import { hostileFeeds } from './hostileFeeds.ts'
import { icalFeed } from './icalFeed.decider.ts'

const MAX_RSS = 400 * 1024 * 1024
const DEADLINE_MS = 120_000

let canaryAsked = 0
const canary = createServer((_request, response) => {
  canaryAsked += 1
  response.end()
}).on('connection', () => (canaryAsked += 1)).listen(0, '::')
await new Promise((resolve) => canary.once('listening', resolve))
const canaryOrigin = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`

let rebound = 0
/** Names that mean this machine, at once or from the second question on. */
const resolve: Resolve = (name, answer) => {
  rebound += name === 'rebinding.test' ? 1 : 0
  const local = { address: '127.0.0.1', family: 4 }
  if (name === 'both.test') return answer(null, [{ address: '93.184.216.34', family: 4 }, local])
  return answer(null, [name === 'rebinding.test' && rebound % 2 === 1 ? { address: '192.168.7.7', family: 4 } : local])
}

const clock = movableClock()
const server = await startFeedServer()
const system = await startTestSystem({ now: clock.now, feedFetcher: makeFeedFetcher({ testOrigin: server.origin, resolve }) })
const { handler, handle, feeds, relay } = system.service
relay.start()
let rss = 0
const watch = setInterval(() => (rss = Math.max(rss, process.memoryUsage().rss)), 50)
const failures: string[] = []
const expectThat = (holds: boolean, what: string) => void (holds || failures.push(what))

const place = await openPlace(system.service)
const hostile = hostileFeeds(canaryOrigin, inDays(30))
const ids = await Promise.all(hostile.map(async (_each, index) => {
  const url = server.answer(`/${index}.ics`, calendarOf(...stays(`f${index}`, inDays(30), 4)))
  return accepted(await handle(command('AddFeed', PEOPLE.owner(place.accountId), { listingId: place.listingId, name: `Feed ${index}`, url }))).id
}))
const feedOf = async (id: string) => (await handler.view(icalFeed, id, 0)).state
const importsOf = async () => Object.values((await handler.view(calendar, place.listingId, 0)).state.claims).map(({ claimId, start, end }) => `${claimId} ${start} ${end}`).toSorted().join('\n')
const all = async (holds: (health: string, attempts: number) => boolean): Promise<boolean> =>
  (await Promise.all(ids.map(feedOf))).every((feed) => feed.status === 'active' && holds(feed.health, feed.attempts))
const until = async (condition: () => Promise<boolean>, what: string) => {
  for (const began = Date.now(); !(await condition()); await delay(200)) {
    if (Date.now() - began > DEADLINE_MS) throw new Error(`Waited in vain until ${what}`)
    await feeds.round()
  }
}

await until(() => all((health) => health === 'ok'), 'every feed was honest once')
const before = await importsOf()
for (const [index, { answer }] of hostile.entries()) server.answer(`/${index}.ics`, answer)
const rssBefore = process.memoryUsage().rss
rss = 0
const askedBefore = server.asked()
clock.forward(0.26)
const began = Date.now()
await feeds.round()
const seconds = (Date.now() - began) / 1_000

for (const [index, id] of ids.entries()) {
  const feed = await feedOf(id)
  const name = hostile[index]?.name ?? ''
  // What says that nothing changed is believed: nothing does.
  const isTold = feed.status === 'active' && (feed.problem !== null || name === 'status 304')
  expectThat(isTold, `${name}: taken for good`)
  console.log(`${feed.status === 'active' ? `${feed.health} ${feed.problem}` : 'gone'}: ${name}`)
}
expectThat((await importsOf()) === before, 'an answer changed nights')
expectThat(canaryAsked === 0, `${canaryAsked} requests reached the canary`)
expectThat(rss < MAX_RSS, `memory reached ${Math.round(rss / 1_048_576)} MB`)
expectThat(server.asked() > askedBefore, 'nobody was asked')
console.log(`${hostile.length} hostile feeds in ${seconds.toFixed(1)} s, ${server.asked() - askedBefore} requests, ${canaryAsked} to the canary, memory ${Math.round(rssBefore / 1_048_576)} MB before, at most ${Math.round(rss / 1_048_576)} MB, ${failures.length} failures`)
for (const failure of failures) console.error(`FAILED ${failure}`)
clearInterval(watch)
await system.stop()
await server.stop()
canary.closeAllConnections()
canary.close()
process.exitCode = failures.length === 0 ? 0 : 1
