import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Malformed HTTP, sent to a path with a cookie, and how the answer begins. */
export type RawCase = Readonly<{
  name: string
  text: (path: string, cookie: string) => string
  expected: RegExp
}>

const raw = (name: string, expected: RegExp, text: RawCase['text']): RawCase => ({ name, expected, text })

/** Node refuses malformed HTTP with its own bare 400 or 431 (docs/domain/commands.md#problems). */
export const RAW_CASES: readonly RawCase[] = [
  raw('garbage', /^HTTP\/1\.1 400/, () => 'garbage\r\n\r\n'),
  raw('no host', /^HTTP\/1\.1 400/, (path, cookie) => `GET ${path} HTTP/1.1\r\nCookie: ${cookie}\r\n\r\n`),
  raw(
    'two lengths',
    /^HTTP\/1\.1 400/,
    (path) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  ),
  raw(
    'length and chunks',
    /^HTTP\/1\.1 400/,
    (path) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ),
  raw(
    'a header of 20 kB',
    /^HTTP\/1\.1 431/,
    (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Long: ${'q'.repeat(20_000)}\r\n\r\n`,
  ),
  raw(
    '100 cookies',
    /^HTTP\/1\.1 4/,
    (path) =>
      `PUT ${path} HTTP/1.1\r\nHost: x\r\n` +
      `Cookie: ${Array.from({ length: 100 }, (_, index) => `c${index}=1`).join('; ')}\r\n` +
      'Connection: close\r\n\r\n',
  ),
  raw(
    'an expectation',
    /^HTTP\/1\.1 4/,
    (path) => `PUT ${path} HTTP/1.1\r\nHost: x\r\nExpect: banana\r\nConnection: close\r\n\r\n`,
  ),
  raw(
    'a NUL in a header',
    /^HTTP\/1\.1 400/,
    (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Nul: a\0b\r\n\r\n`,
  ),
  raw('a method that is none', /^HTTP\/1\.1 400/, (path) => `GETT ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
  raw('a version that is none', /^HTTP\/1\.1 400/, (path) => `GET ${path} HTTP/9.9\r\nHost: x\r\n\r\n`),
  raw(
    'a chunk of nonsense',
    /^HTTP\/1\.1 4/,
    (path) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n`,
  ),
  raw(
    'a path that is an address',
    /^HTTP\/1\.1 4/,
    (path) => `GET http://elsewhere.test${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  ),
]

/** The answer until the connection ends, or until `withinMs` have passed. */
export const speak = (baseUrl: string, text: string, withinMs: number): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(baseUrl)
    let heard = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    const end = () => {
      socket.destroy()
      resolve(heard)
    }
    socket.on('data', (bytes: Buffer) => void (heard += bytes.toString()))
    socket.once('close', end)
    socket.once('error', end)
    void delay(withinMs, undefined, { ref: false }).then(end)
  })
