import { newId } from '@hearth/contracts/kernel/ids'
import { once } from 'node:events'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { PART_AFTER_MS } from '@hearth/platform/http/connections'
import { RAMP_SECONDS, type Account, type LoadInput, type LoadResult, type Sample } from './load.ts'

// The load runs in a process of its own, so that it does not wait for the process that measures. Requests are
// sent when they are due, however long the answers take.
/** The number of connections that a browser opens to one host; further requests wait in it. */
const BROWSER_CONNECTIONS = 6
/** Answers overlap, so the last few versions of a row count. */
const REMEMBERED = 8

type Row = Readonly<{ id: string; revision: number }>
type Answer = Readonly<{ status: number; headers: IncomingHttpHeaders; text: string }>
type Shown = Readonly<{ at: number; revision: number }>

/** Seconds after the start at which a request is due: the rate grows evenly to the full one. */
const dueAfter = (turn: number, perSecond: number): number => {
  const inRamp = (perSecond * RAMP_SECONDS) / 2
  return turn < inRamp
    ? Math.sqrt((2 * RAMP_SECONDS * turn) / perSecond)
    : RAMP_SECONDS + (turn - inRamp) / perSecond
}

const positionOf = (headers: IncomingHttpHeaders, name: string): bigint | undefined => {
  const text = headers[name]
  return typeof text === 'string' ? BigInt(text.slice(text.indexOf('.') + 1)) : undefined
}

const run = (
  { baseUrl, accounts, commandsPerSecond, readsPerSecond }: LoadInput,
  stopped: AbortSignal,
): Promise<LoadResult> => {
  const browsers = new Map(
    accounts.map((account) => [
      account,
      new Agent({ keepAlive: true, noDelay: true, maxSockets: BROWSER_CONNECTIONS, timeout: PART_AFTER_MS }),
    ]),
  )
  const { hostname, port } = new URL(baseUrl)
  const backward: string[] = []
  const commands: Sample[] = []
  const reads: Sample[] = []
  /** What some finished read or command has shown: no later read may show less. */
  let farthest = 0n
  let lastCommand: Readonly<{ account: Account; bookingId: string; token: string }> | undefined
  const revisions = new Map<string, readonly Shown[]>()

  const send = (
    account: Account,
    method: 'GET' | 'POST',
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ) =>
    new Promise<Answer>((resolve) => {
      const sent = request(
        {
          agent: browsers.get(account),
          hostname,
          port,
          path,
          method,
          headers: {
            ...account.session,
            ...headers,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('error', (error) => resolve({ status: 0, headers: {}, text: String(error) }))
          answer.once('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          )
        },
      )
      sent.once('error', (error) => resolve({ status: 0, headers: {}, text: String(error) }))
      sent.end(body)
    })

  const goBack = (what: string) => void backward.push(what)
  const sampleOf = (due: number, { status, text }: Answer): Sample => [
    due,
    performance.timeOrigin + performance.now() - due,
    status === 200 ? 'ok' : `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`,
  ]
  const see = (rows: readonly Readonly<{ id: string; revision: number }>[], sentAt: number, path: string) => {
    for (const { id, revision } of rows) {
      const shown = revisions.get(id) ?? []
      const floor = Math.max(-1, ...shown.filter((one) => one.at <= sentAt).map((one) => one.revision))
      if (revision < floor) goBack(`${path}: ${id} went back from revision ${floor} to ${revision}`)
      revisions.set(id, [...shown.slice(-REMEMBERED), { at: performance.now(), revision }])
    }
  }

  const command = async (turn: number, due: number) => {
    const account = accounts[turn % accounts.length] as Account
    const bookingId = account.bookings[Math.floor(turn / accounts.length) % account.bookings.length] ?? ''
    const answer = await send(
      account,
      'POST',
      `/api/bookings/${bookingId}/add-note`,
      { 'idempotency-key': newId() },
      JSON.stringify({ text: 'Asks for a cot.', visibility: 'host' }),
    )
    commands.push(sampleOf(due, answer))
    const token = answer.headers['x-position']
    if (answer.status === 200 && typeof token === 'string') lastCommand = { account, bookingId, token }
  }

  // One of three waits for the newest command and must show it; the others are pages, which must not show
  // less than was seen before.
  const read = async (turn: number, due: number) => {
    const own = turn % 3 === 0 ? lastCommand : undefined
    const account = own?.account ?? (accounts[turn % accounts.length] as Account)
    const query = new URLSearchParams({
      sort: turn % 2 === 0 ? '["confirmedAt","DESC"]' : '["checkIn","ASC"]',
      range: '[0,24]',
    })
    const path = own ? `/api/bookings/${own.bookingId}` : `/api/bookings?${query}`
    const floor = farthest
    const sentAt = performance.now()
    const answer = await send(account, 'GET', path, own ? { 'x-min-position': own.token } : {})
    reads.push(sampleOf(due, answer))
    if (answer.status !== 200) return
    const position = positionOf(answer.headers, 'x-projection-position')
    if (position === undefined) return goBack(`${path} returned no position`)
    if (position < floor) goBack(`${path} went back from ${floor} to ${position}`)
    if (position > farthest) farthest = position
    if (own && position < BigInt(own.token.slice(own.token.indexOf('.') + 1)))
      goBack(`${path} shows ${position}, promised was ${own.token}`)
    see([JSON.parse(answer.text) as readonly Row[] | Row].flat() as readonly Row[], sentAt, path)
  }

  const repeat = async (perSecond: number, work: (turn: number, due: number) => Promise<void>) => {
    const begun = performance.now()
    const running = new Set<Promise<void>>()
    if (perSecond === 0) await once(stopped, 'abort')
    for (let turn = 0; !stopped.aborted; turn += 1) {
      const due = begun + 1_000 * dueAfter(turn, perSecond)
      const early = due - performance.now()
      if (early > 1) await delay(early)
      const one: Promise<void> = work(turn, performance.timeOrigin + due).finally(() => running.delete(one))
      running.add(one)
    }
    await Promise.all(running)
  }

  return Promise.all([repeat(commandsPerSecond, command), repeat(readsPerSecond, read)]).then(() => ({
    commands,
    reads,
    backward,
  }))
}

const over = new AbortController()
process.on('message', (message: LoadInput | 'stop') => {
  if (message === 'stop') over.abort()
  else
    void run(message, over.signal).then((result) =>
      process.send?.(result, undefined, {}, () => process.exit(0)),
    )
})
process.on('disconnect', () => process.exit())
