import { newId } from '@hearth/contracts/kernel/ids'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { openBrowser, type Answer, type Browser } from './browser.ts'
import { RAMP_S, type Account, type LoadInput, type LoadResult, type Sample } from './load.ts'
import { createOrderCheck } from './orderCheck.ts'

// The load runs in a process of its own, so that it does not wait for the process that measures. Requests are
// sent when they are due, however long the answers take.

/** Seconds after the start at which a request is due: the rate grows evenly to the full one. */
const dueAfter = (index: number, perSecond: number): number => {
  const inRamp = (perSecond * RAMP_S) / 2
  return index < inRamp ? Math.sqrt((2 * RAMP_S * index) / perSecond) : RAMP_S + (index - inRamp) / perSecond
}

const toSample = (due: number, { status, text }: Answer): Sample => [
  due,
  performance.timeOrigin + performance.now() - due,
  status === 200 ? 'ok' : `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`,
]

/** Sends requests at the given rate until stopped, then waits for those under way. */
const repeat = async (
  perSecond: number,
  stopped: AbortSignal,
  work: (index: number, due: number) => Promise<void>,
) => {
  const begun = performance.now()
  const running = new Set<Promise<void>>()
  if (perSecond === 0) await once(stopped, 'abort')
  for (let index = 0; !stopped.aborted; index += 1) {
    const due = begun + 1_000 * dueAfter(index, perSecond)
    const early = due - performance.now()
    if (early > 1) await delay(early)
    const one: Promise<void> = work(index, performance.timeOrigin + due).finally(() => running.delete(one))
    running.add(one)
  }
  await Promise.all(running)
}

type Sent = Readonly<{ account: Account; bookingId: string; token: string }>

/** The commands and reads of these accounts, each with a browser of its own. */
const openLoad = (baseUrl: string, accounts: readonly Account[]) => {
  const browsers = new Map(accounts.map((account) => [account, openBrowser(baseUrl, account.session)]))
  const send = (account: Account, ...request: Parameters<Browser>) =>
    (browsers.get(account) as Browser)(...request)
  const order = createOrderCheck()
  const commands: Sample[] = []
  const reads: Sample[] = []
  let lastCommand: Sent | undefined

  const command = async (index: number, due: number) => {
    const account = accounts[index % accounts.length] as Account
    const bookingId = account.bookings[Math.floor(index / accounts.length) % account.bookings.length] ?? ''
    const answer = await send(
      account,
      'POST',
      `/api/bookings/${bookingId}/add-note`,
      { 'idempotency-key': newId() },
      JSON.stringify({ text: 'Asks for a cot.', visibility: 'host' }),
    )
    commands.push(toSample(due, answer))
    const token = answer.headers['x-position']
    if (answer.status === 200 && typeof token === 'string') lastCommand = { account, bookingId, token }
  }

  // One of three waits for the newest command and must show it; the others are pages, which must not show
  // less than was seen before.
  const read = async (index: number, due: number) => {
    const own = index % 3 === 0 ? lastCommand : undefined
    const account = own?.account ?? (accounts[index % accounts.length] as Account)
    const query = new URLSearchParams({
      sort: index % 2 === 0 ? '["confirmedAt","DESC"]' : '["checkIn","ASC"]',
      range: '[0,24]',
    })
    const path = own ? `/api/bookings/${own.bookingId}` : `/api/bookings?${query}`
    const check = order.begin(path, own?.token)
    const answer = await send(account, 'GET', path, own ? { 'x-min-position': own.token } : {})
    reads.push(toSample(due, answer))
    if (answer.status === 200) check(answer)
  }

  return { command, read, result: (): LoadResult => ({ commands, reads, backward: order.backward }) }
}

const run = async (
  { baseUrl, accounts, commandsPerSecond, readsPerSecond }: LoadInput,
  stopped: AbortSignal,
): Promise<LoadResult> => {
  const load = openLoad(baseUrl, accounts)
  await Promise.all([
    repeat(commandsPerSecond, stopped, load.command),
    repeat(readsPerSecond, stopped, load.read),
  ])
  return load.result()
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
