import { gzipSync } from 'node:zlib'
import type { OutgoingHttpHeaders } from 'node:http'

/** One way to send a command wrongly; everything else of the request is valid. */
export type BadRequest = Readonly<{
  name: string
  headers?: OutgoingHttpHeaders
  without?: readonly string[]
  body?: string | Buffer
  id?: string
}>

const body = (name: string, text: string | Buffer): BadRequest => ({ name, body: text })
const type = (contentType: string): BadRequest => ({
  name: `content type ${contentType}`,
  headers: { 'content-type': contentType },
})
const header = (name: string, ...values: readonly (string | readonly string[])[]): readonly BadRequest[] =>
  values.map((value) => ({
    name: `${name}: ${String(value).slice(0, 30)}`,
    headers: { [name]: typeof value === 'string' ? value : [...value] },
  }))
const id = (text: string): BadRequest => ({ name: `id ${text.slice(0, 30)}`, id: text })

const LATIN = Buffer.from('é\xff', 'latin1').toString('latin1')

/** Bodies that are not a command (docs/domain/limits.md#bodies). */
export const BODIES: readonly BadRequest[] = [
  ...[
    '',
    ' ',
    '{',
    '}',
    'null',
    'true',
    '1',
    '"x"',
    '[]',
    '{"a":}',
    "{'a':1}",
    'NaN',
    '{}{}',
    '{"a":1,}',
    '//',
    '\0',
    '<a/>',
    'a=1&b=2',
    '\ufeff{}',
  ].map((text) => body(`body ${text.slice(0, 20)}`, text)),
  body('invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
  body('cut UTF-8', Buffer.from([0x22, 0xe2, 0x82])),
  body('UTF-16', Buffer.from('{"a":1}', 'utf16le')),
  body('prototype', '{"__proto__":{"admin":true}}'),
  body('constructor', '{"constructor":{"prototype":{"admin":true}}}'),
  body('duplicate keys', '{"surplus":1,"surplus":2}'),
  body('9,000 arrays', `${'['.repeat(9_000)}${']'.repeat(9_000)}`),
  body('9,000 objects', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`),
  body('10,000 keys', `{${Array.from({ length: 10_000 }, (_, index) => `"k${index}":1`).join(',')}}`),
  body('a key of 7 kB', `{"${'q'.repeat(7_000)}":1}`),
  body('120 kB', `{"text":"${'q'.repeat(120_000)}"}`),
]

/** Envelopes that are refused with any body. */
export const ENVELOPES: readonly BadRequest[] = [
  { name: 'no content type', without: ['content-type'] },
  ...[
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-7',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/json, text/plain',
    'application/merge-patch+json',
    'application/jsonx',
    'application/json; x=y',
    '',
    'json',
  ].map(type),
  { name: 'gzip', headers: { 'content-encoding': 'gzip' }, body: gzipSync('{}') },
  { name: 'a gzip bomb', headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(5_000_000)) },
  ...header('content-encoding', 'br', 'deflate', 'x'),
  { name: 'no key', without: ['idempotency-key'] },
  ...header(
    'idempotency-key',
    '',
    'x',
    '1',
    'q'.repeat(300),
    LATIN,
    '018f3c5e-7b1a-7c3d-9e2f-0123456789ag',
    '{018f3c5e-7b1a-7c3d-9e2f-0123456789ab}',
    ['018f3c5e-7b1a-7c3d-9e2f-0123456789ab', '018f3c5e-7b1a-7c3d-9e2f-0123456789ac'],
  ),
  ...header(
    'if-match',
    '',
    '*',
    '1',
    'W/"1"',
    '"1", "2"',
    '"-1"',
    '"1.5"',
    '"9999999999999999999999"',
    `"${'q'.repeat(300)}"`,
    LATIN,
  ),
  ...header(
    'x-occurred-at',
    '',
    'now',
    '2026-02-30T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
    '2026-01-01',
    LATIN,
    ['2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z'],
  ),
  ...header(
    'x-host-account',
    '',
    'x',
    'platform',
    '018F3C5E-7B1A-7C3D-9E2F-0123456789AB',
    'q'.repeat(300),
    LATIN,
  ),
]

/** Headers that must not matter; they are sent with invalid bodies. */
export const ODD_HEADERS: readonly OutgoingHttpHeaders[] = [
  { traceparent: 'garbage' },
  { traceparent: '00-00000000000000000000000000000000-0000000000000000-00' },
  { 'x-correlation-id': 'q'.repeat(300) },
  { 'x-correlation-id': LATIN },
  { accept: 'image/png' },
  { range: 'bytes=0-1' },
  { 'x-forwarded-for': 'q'.repeat(300) },
  { 'accept-language': LATIN },
  { 'x-min-position': 'garbage' },
  { 'x-http-method-override': 'DELETE' },
  { 'if-none-match': '*' },
  { 'sec-fetch-site': 'same-origin' },
]

/** Ids that no record can have. */
export const IDS: readonly BadRequest[] = [
  '%00',
  '%zz',
  '%',
  '%ff%fe',
  'x',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  'q'.repeat(7_000),
  '018F3C5E-7B1A-7C3D-9E2F-0123456789AB',
  '%ed%a0%80',
  '1%27%20or%201=1--',
  '__proto__',
  'null',
].map(id)

/** Queries that every list refuses. */
export const LIST_QUERIES: readonly string[] = [
  'sort=',
  'sort=x',
  'sort=[]',
  'sort=["id"]',
  'sort=["id","UP"]',
  'sort=["id","ASC","x"]',
  'sort=["nothing","ASC"]',
  'sort=["__proto__","ASC"]',
  'sort=["tenantId","ASC"]',
  'sort={"id":"ASC"}',
  'sort=null',
  `sort=["${'q'.repeat(300)}","ASC"]`,
  'sort=["id;drop%20table","ASC"]',
  'range=',
  'range=x',
  'range=[]',
  'range=[0]',
  'range=[0,100]',
  'range=[5,2]',
  'range=[-1,5]',
  'range=[1e9,2e9]',
  'range=[0.5,3]',
  'range=[0,1e308]',
  'range=["0","1"]',
  'range=[9007199254740993,9007199254740994]',
  'range=[0,9,9]',
  'range=null',
  'range=[0,',
  'range=0-9',
  'filter=',
  'filter=x',
  'filter=[]',
  'filter=null',
  'filter=1',
  'filter={',
  'filter=%',
  'filter=%00',
  'filter={"nothing":1}',
  'filter={"__proto__":1}',
  'filter={"constructor":1}',
  'filter={"id":{}}',
  'filter={"id":null}',
  'filter={"id":[[]]}',
  'filter={"id":1}',
  'filter={"id":"a%5Cu0000"}',
  'filter={"id":"%5Cud800"}',
  `filter={"id":"${'q'.repeat(7_000)}"}`,
  `filter={"id":[${Array.from({ length: 101 }, () => '"x"').join(',')}]}`,
  `filter=${'['.repeat(4_000)}`,
  `filter=${'q'.repeat(9_000)}`,
  'filter={"tenant_id":"x"}',
  'filter={"1=1)--":1}',
  'page=1',
  'sort=["id","ASC"]&sort=["id","ASC"]',
  'filter={}&filter={}',
  'range=[0,1]&range=[0,1]',
  '__proto__=1',
  'constructor[prototype]=1',
  'filter[id]=x',
  '%00=1',
  `${'q'.repeat(3_000)}=1`,
]
