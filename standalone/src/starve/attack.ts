import { connect, type Socket } from 'node:net'

/** A request that is never finished: its head, and the part of the body that is sent. */
export type HalfSent = Readonly<{ rate: string; head: readonly string[]; part: string }>

const JSON_BODY = 'content-type: application/json'

/** Half-sent requests to every rate class; those that need a session have the attacker's own. */
export const listHalfSent = (baseUrl: string, cookie: string, listingId: string): readonly HalfSent[] => {
  const signedIn = [`cookie: ${cookie}`, `origin: ${baseUrl}`]
  const upload = `/api/uploads?listingId=${listingId}&name=kitchen.jpg`
  return [
    { rate: 'login', head: ['POST /api/login HTTP/1.1', JSON_BODY, 'content-length: 60'], part: '{' },
    {
      rate: 'login',
      head: ['POST /api/login/link HTTP/1.1', JSON_BODY, 'transfer-encoding: chunked'],
      part: '9\r\n{"email',
    },
    {
      rate: 'login',
      head: ['POST /api/session/prove HTTP/1.1', JSON_BODY, ...signedIn, 'content-length: 40'],
      part: '{"pass',
    },
    {
      rate: 'write',
      head: ['POST /api/blocks HTTP/1.1', JSON_BODY, ...signedIn, 'content-length: 90000'],
      part: `{"note":"${'x'.repeat(1_000)}`,
    },
    {
      rate: 'write',
      head: [`POST ${upload} HTTP/1.1`, ...signedIn, 'content-length: 9000000'],
      part: 'x'.repeat(220_000),
    },
    { rate: 'write', head: ['POST /api/webhooks/bank HTTP/1.1', 'content-length: 500'], part: '{' },
    { rate: 'probe', head: ['POST /monitoring HTTP/1.1', 'content-length: 5000'], part: '{"dsn":' },
    { rate: 'read', head: ['GET /api/bookings HTTP/1.1', ...signedIn, 'content-length: 10'], part: '' },
    {
      rate: 'export',
      head: ['GET /api/bookings.csv HTTP/1.1', ...signedIn, 'transfer-encoding: chunked'],
      part: '5\r\n',
    },
    { rate: 'stream', head: ['GET /api/live HTTP/1.1', ...signedIn, 'content-length: 10'], part: 'x' },
  ]
}

export type AttackOptions = Readonly<{
  port: number
  /** Loopback addresses that connections come from. */
  addresses: readonly string[]
  connectionsPerAddress: number
  requests: readonly HalfSent[]
}>

export type Attack = Readonly<{
  /** Connections that are open now. */
  open: () => number
  /** How many connections got each status; `none` for those that were closed without one. */
  answers: () => ReadonlyMap<string, number>
  stop: () => void
}>

/** A connection that was closed is opened again after this time. */
const AGAIN_AFTER_MS = 1_000

/** Keeps as many half-sent requests open as the front door lets it. */
export const startAttack = ({ port, addresses, connectionsPerAddress, requests }: AttackOptions): Attack => {
  const sockets = new Set<Socket>()
  const answers = new Map<string, number>()
  const timers = new Set<NodeJS.Timeout>()
  let isStopped = false

  const send = (address: string, turn: number): void => {
    const request = requests[turn % requests.length]
    if (!request) return
    const socket = connect({ port, host: '127.0.0.1', localAddress: address })
    sockets.add(socket)
    let status = 'none'
    socket.on(
      'data',
      (chunk) => (status = /HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1] ?? status),
    )
    socket.on('error', () => undefined)
    socket.once('close', () => {
      sockets.delete(socket)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (isStopped) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        send(address, turn + 1)
      }, AGAIN_AFTER_MS)
      timers.add(timer)
    })
    socket.write(`${[...request.head, 'host: localhost'].join('\r\n')}\r\n\r\n${request.part}`, 'latin1')
  }
  for (const [index, address] of addresses.entries())
    for (let count = 0; count < connectionsPerAddress; count++) send(address, index + count)

  return {
    open: () => sockets.size,
    answers: () => answers,
    stop: () => {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      for (const socket of sockets) socket.destroy()
    },
  }
}
