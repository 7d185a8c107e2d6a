import type { RequestListener } from 'node:http'
import { deflateSync, gzipSync } from 'node:zlib'
import type { LocalDate } from '@hearth/contracts/kernel/dates'
import { createCalendar, entryLines, createStays } from '../feedServer.ts'
import { createHostileEntries, type Hostile } from './hostileEntries.ts'

const redirect =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location: Buffer.from(location).toString('latin1') }).end()
const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(code, headers).end('no')
const packed =
  (encoding: 'gzip' | 'deflate', bytes: Buffer): RequestListener =>
  (_request, response) =>
    response
      .writeHead(200, { 'content-encoding': encoding })
      .end((encoding === 'gzip' ? gzipSync : deflateSync)(bytes))

const writeForever: RequestListener = (_request, response) => {
  response.writeHead(200)
  const more = () => {
    while (!response.destroyed && response.write('X:'.padEnd(65_536, 'a')));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

const redirectsToHosts = (port: string): readonly Hostile[] => [
  ...[
    '127.0.0.1',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '017700000001',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::]',
    '127.0.0.1.',
    'user:secret@127.0.0.1',
    'localhost.localdomain',
    '①②⑦.⓪.⓪.①',
  ].map((host): Hostile => ({
    name: `redirect to http ${host}`,
    answer: redirect(`http://${host}:${port}/`),
  })),
  ...[
    '127.0.0.1',
    'localhost',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '[fc00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'private.test',
    'rebinding.test',
    'both.test',
    'db.internal',
  ].map((host): Hostile => ({ name: `redirect to https ${host}`, answer: redirect(`https://${host}/`) })),
]

const otherRedirects = (canary: string, port: string): readonly Hostile[] => [
  ...[301, 303, 307, 308].map((code): Hostile => ({
    name: `redirect ${code}`,
    answer: redirect(canary, code),
  })),
  ...[
    'file:///etc/passwd',
    `gopher://127.0.0.1:${port}/`,
    `ftp://127.0.0.1:${port}/`,
    'data:text/calendar,BEGIN:VCALENDAR',
    'javascript:1',
    '//127.0.0.1:1/',
    'http://',
    ':',
  ].map((location): Hostile => ({ name: `redirect to ${location}`, answer: redirect(location) })),
  {
    name: 'redirect to itself',
    answer: (request, response) => response.writeHead(302, { location: request.url ?? '/' }).end(),
  },
]

const STATUSES: readonly Hostile[] = [
  ...[204, 206, 300, 304, 400, 401, 403, 404, 410, 418, 429, 500, 502, 503].map((code): Hostile => ({
    name: `status ${code}`,
    answer: status(code),
  })),
  { name: 'retry for ever', answer: status(503, { 'retry-after': '0' }) },
]

const notCalendars = (whole: string): readonly Hostile[] => [
  { name: 'html with status 200', answer: '<!DOCTYPE html><html><body>Something went wrong</body></html>' },
  { name: 'html that names a calendar', answer: `<html>${whole}</html>` },
  { name: 'a script before the calendar', answer: `<script>1</script>\r\n${whole}` },
  { name: 'nothing', answer: '' },
  { name: 'an empty calendar', answer: createCalendar() },
  { name: 'json', answer: '{"BEGIN":"VCALENDAR"}' },
  { name: 'cut in half', answer: whole.slice(0, whole.length / 2) },
  { name: 'cut before its end', answer: whole.slice(0, -20) },
  { name: 'cut within an entry', answer: `${whole.slice(0, 200)}\r\nEND:VCALENDAR` },
]

const tooLarge = (from: LocalDate): readonly Hostile[] => [
  { name: 'ten thousand entries', answer: createCalendar(...createStays('many', from, 10_000)) },
  {
    name: 'two thousand and one entries',
    answer: createCalendar(
      ...Array.from({ length: 2_001 }, (_, index) => entryLines(`n${index}`, from, '2099-01-01')),
    ),
  },
  { name: 'three megabytes', answer: `${createCalendar().slice(0, -2)}X:${'a'.repeat(3_000_000)}` },
  { name: 'for ever', answer: writeForever },
  { name: 'a gzip bomb', answer: packed('gzip', Buffer.alloc(64_000_000, 97)) },
  { name: 'a deflate bomb', answer: packed('deflate', Buffer.alloc(32_000_000, 97)) },
]

const brokenTransfers = (whole: string): readonly Hostile[] => [
  {
    name: 'broken gzip',
    answer: (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
  },
  {
    name: 'a length that lies',
    answer: (_request, response) => {
      response.writeHead(200, { 'content-length': '1000000' }).write('BEGIN')
      response.destroy()
    },
  },
  { name: 'a reset', answer: (_request, response) => response.destroy() },
  { name: 'silence', answer: () => undefined },
  {
    name: 'a byte a second',
    answer: (_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('B'), 1_000)
      response.once('close', () => clearInterval(timer))
    },
  },
  {
    name: 'heads without end',
    answer: (_request, response) =>
      response
        .writeHead(
          200,
          Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-${index}`, 'a'.repeat(1_000)])),
        )
        .end(whole),
  },
]

const malformed = (whole: string): readonly Hostile[] => [
  { name: 'null bytes', answer: '\0'.repeat(1_000_000) },
  {
    name: 'broken utf-8',
    answer: (_request, response) => response.writeHead(200).end(Buffer.alloc(100_000, 0xff)),
  },
  {
    name: 'utf-16',
    answer: (_request, response) => response.writeHead(200).end(Buffer.from(whole, 'utf16le')),
  },
  {
    name: 'nested a hundred thousand deep',
    answer: `BEGIN:VCALENDAR\r\n${'BEGIN:X\r\n'.repeat(100_000)}END:VCALENDAR`,
  },
  {
    name: 'a line of a million folds',
    answer: `BEGIN:VCALENDAR\r\nX:a${'\r\n a'.repeat(400_000)}\r\nnonsense\r\nEND:VCALENDAR`,
  },
  {
    name: 'a hundred thousand parameters',
    answer: `BEGIN:VCALENDAR\r\nX;${'A=1;'.repeat(100_000)}\r\nEND:VCALENDAR`,
  },
  { name: 'an open quote', answer: `BEGIN:VCALENDAR\r\nX;A="${'\\"'.repeat(100_000)}:x\r\nEND:VCALENDAR` },
  { name: 'no lines', answer: `BEGIN:VCALENDAR\r\n${'nonsense\r\n'.repeat(1_000)}END:VCALENDAR` },
  {
    name: 'a name of the prototype',
    answer: 'BEGIN:VCALENDAR\r\nBEGIN:__PROTO__\r\nPOLLUTED\r\nEND:__PROTO__\r\nEND:VCALENDAR',
  },
]

/**
 * More than one hundred answers that lie, leak, loop, overflow or point elsewhere. `canary` is an origin that must
 * never receive a request.
 */
export const createHostileFeeds = (canary: string, from: LocalDate): readonly Hostile[] => {
  const { port } = new URL(canary)
  const whole = createCalendar(...createStays('x', from, 6))
  return [
    ...redirectsToHosts(port),
    ...otherRedirects(canary, port),
    ...STATUSES,
    ...notCalendars(whole),
    ...tooLarge(from),
    ...brokenTransfers(whole),
    ...malformed(whole),
    ...createHostileEntries(from),
  ]
}
