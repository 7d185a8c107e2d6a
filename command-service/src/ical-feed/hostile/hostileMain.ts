import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Span } from '@hearth/contracts/calendar'
import { addDays } from '@hearth/contracts/kernel/dates'
import { startFeedServer } from '../feedServer.ts'
import { openFeedFetcher, type Resolve } from '../fetchFeed.ts'
import { createHostileFeeds } from './hostileFeeds.ts'
import { readCalendar } from '../reading/readCalendar.ts'

const MAX_RSS = 400 * 1024 * 1024
const MAX_CONCURRENT = 8
const today = new Date().toISOString().slice(0, 10)

let canaryAsked = 0
const canary = createServer((_request, response) => response.end())
  .on('connection', () => (canaryAsked += 1))
  .listen(0, '::')
await new Promise((resolve) => canary.once('listening', resolve))

let rebound = 0
/** Names that resolve to this machine, immediately or from the second lookup. */
const resolve: Resolve = (name, answer) => {
  rebound += name === 'rebinding.test' ? 1 : 0
  const local = { address: '127.0.0.1', family: 4 }
  if (name === 'both.test') return answer(null, [{ address: '93.184.216.34', family: 4 }, local])
  return answer(null, [
    name === 'rebinding.test' && rebound % 2 === 1 ? { address: '192.168.7.7', family: 4 } : local,
  ])
}

const server = await startFeedServer()
const fetcher = openFeedFetcher({ testOrigin: server.origin, resolve })
const hostile = createHostileFeeds(
  `http://127.0.0.1:${(canary.address() as AddressInfo).port}`,
  addDays(today, 30),
)
let rss = 0
const watch = setInterval(() => (rss = Math.max(rss, process.memoryUsage().rss)), 20)
const failures: string[] = []

/**
 * The outcome of a fetch; an answer that would change nights is a failure. An empty calendar of a feed that
 * had entries is not applied. Beside an honest entry, the hostile one must be named and nothing else taken.
 */
const judgeFeed = async (url: string, beside: Span | undefined): Promise<string> => {
  const fetched = await fetcher.fetchFeed(url)
  if (fetched.kind !== 'body') return 'problem' in fetched ? fetched.problem : fetched.kind
  const read = readCalendar(fetched.body, { timezone: 'Europe/Lisbon', checkInTime: '15:00' }, today)
  if (!read.ok) return read.problem
  if (beside === undefined) return read.entries.length === 0 ? 'emptied' : 'TAKEN'
  const [entry, ...more] = read.entries
  const isKept = entry?.start === beside.start && entry.end === beside.end && more.length === 0
  return isKept && read.unread.length > 0 ? `${read.unread.length} named` : 'TAKEN'
}

const began = Date.now()
const queue = [...hostile.entries()]
await Promise.all(
  Array.from({ length: MAX_CONCURRENT }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, { name, answer, beside }] = next
      const verdict = await judgeFeed(server.answer(`/${index}.ics`, answer), beside)
      if (verdict === 'TAKEN') failures.push(`${name} was taken for good, or took others with it`)
      console.log(`${verdict}: ${name}`)
    }
  }),
)
if (canaryAsked > 0) failures.push(`${canaryAsked} connections reached the canary`)
if (rss >= MAX_RSS) failures.push(`memory reached ${Math.round(rss / 1_048_576)} MB`)
console.log(
  `${hostile.length} hostile feeds in ${((Date.now() - began) / 1_000).toFixed(1)} s, ` +
    `${canaryAsked} connections to the canary, memory at most ${Math.round(rss / 1_048_576)} MB, ` +
    `${failures.length} failures`,
)
for (const failure of failures) console.error(`FAILED ${failure}`)
clearInterval(watch)
await Promise.all([fetcher.close(), server.stop()])
canary.closeAllConnections()
canary.close()
process.exitCode = failures.length === 0 ? 0 : 1
