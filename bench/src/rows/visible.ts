import { newId } from '@hearth/contracts/kernel/ids'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { furnish, withQuiet, type House } from '../house.ts'
import type { Row } from '../measurement.ts'
import { percentile } from '../statistics.ts'
import { withInstallation } from '../temporary.ts'

const PER_SECOND = 100
const SECONDS = 20
const WARM_UP_S = 5
const LIMIT_MS = 150

type Answer = Readonly<{ status: number | undefined; headers: IncomingHttpHeaders; json: unknown }>
type Send = (
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
) => Promise<Answer>

const sender = (baseUrl: string): Send => {
  const agent = new Agent({ keepAlive: true, noDelay: true })
  const { hostname, port } = new URL(baseUrl)
  return (method, path, headers, body) =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          agent,
          hostname,
          port,
          path,
          method,
          headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('error', reject)
          answer.once('end', () =>
            resolve({
              status: answer.statusCode,
              headers: answer.headers,
              json: JSON.parse(Buffer.concat(chunks).toString('utf8')),
            }),
          )
        },
      )
      sent.once('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
}

type Milliseconds = Readonly<{ answered: number; visible: number }>

/**
 * Adds a note and reads the 25 bookings of its listing with the token of the answer; both times count from
 * `due`, when it should have been sent. A request refused for overload is never visible.
 */
const noteAndRead = async (
  send: Send,
  owner: House['owner'],
  { id: bookingId, listingId }: House['bookings'][number],
  due: number,
): Promise<Milliseconds> => {
  const done = await send(
    'POST',
    `/api/bookings/${bookingId}/add-note`,
    { ...owner, 'idempotency-key': newId() },
    { text: 'Asks for a cot.', visibility: 'host' },
  )
  const answered = performance.now() - due
  const token = done.headers['x-position']
  if (done.status === 503) return { answered: Number.POSITIVE_INFINITY, visible: Number.POSITIVE_INFINITY }
  if (done.status !== 200 || typeof token !== 'string')
    throw new Error(`add-note answered ${done.status} ${JSON.stringify(done.json)}`)
  const query = new URLSearchParams({
    sort: '["confirmedAt","DESC"]',
    range: '[0,24]',
    filter: JSON.stringify({ listingId }),
  })
  const page = await send('GET', `/api/bookings?${query}`, {
    cookie: owner['cookie'] ?? '',
    'x-min-position': token,
  })
  const visible = performance.now() - due
  const rows = page.json as readonly Readonly<{ id: string; revision: number }>[]
  if (page.status === 503) return { answered, visible: Number.POSITIVE_INFINITY }
  if (page.status !== 200) throw new Error(`The list answered ${page.status} ${JSON.stringify(page.json)}`)
  const { revision } = done.json as Readonly<{ revision: number }>
  if (!rows.some((row) => row.id === bookingId && row.revision >= revision))
    throw new Error('The list does not show what its token promises')
  return { answered, visible }
}

const atFixedRate = async (
  seconds: number,
  work: (index: number, due: number) => Promise<Milliseconds>,
): Promise<readonly Milliseconds[]> => {
  const begun = performance.now()
  const running: Promise<Milliseconds>[] = []
  for (let index = 0; index < seconds * PER_SECOND; index += 1) {
    const due = begun + (index * 1000) / PER_SECOND
    const early = due - performance.now()
    if (early > 1) await delay(early)
    running.push(work(index, due))
  }
  return Promise.all(running)
}

/**
 * From the moment a command is due until a list read with its token shows it, at a fixed rate however long
 * the answers take.
 */
export const visible: Row = () =>
  withInstallation(async (installation) => {
    const { bookings, owner } = await furnish(installation, { listings: 20, stays: 25 })
    const send = sender(installation.baseUrl)
    const work = (index: number, due: number) =>
      noteAndRead(send, owner, bookings[index % bookings.length] ?? { id: '', listingId: '' }, due)
    const times = await withQuiet(installation, async (quiet) => {
      await atFixedRate(WARM_UP_S, work)
      await quiet()
      return atFixedRate(SECONDS, work)
    })
    const of = (name: keyof Milliseconds, percent: number) =>
      percentile(
        times.map((time) => time[name]),
        percent,
      )
    return {
      figures: [
        {
          figure: '5 command → visible in the list, p99 at 100/s',
          unit: 'ms',
          measured: of('visible', 99),
          goal: `≤ ${LIMIT_MS} ms`,
          met: of('visible', 99) <= LIMIT_MS,
        },
        { figure: '  p50', unit: 'ms', measured: of('visible', 50) },
      ],
      details: {
        commands: times.length,
        refused: times.filter((time) => time.visible === Number.POSITIVE_INFINITY).length,
        answeredP50: of('answered', 50),
        answeredP99: of('answered', 99),
        visibleP50: of('visible', 50),
        visibleP99: of('visible', 99),
        slowest: of('visible', 100),
      },
    }
  })
