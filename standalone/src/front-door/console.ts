import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { fixedHeaders } from './headers.ts'
import { refuse } from './refusal.ts'

type Encoding = 'br' | 'gzip'
type File = Readonly<{
  type: string
  raw: Buffer
  /** The same in the encodings that the build wrote beside it (ui/scripts/compress.mjs). */
  encoded: Readonly<Partial<Record<Encoding, Buffer>>>
  etag: string
  cacheControl: string
}>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** The preferred encoding first. */
const endings: readonly (readonly [Encoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]
const isEncoded = (name: string) => endings.some(([, ending]) => name.endsWith(ending))

const loadFile = (directory: string, path: string): File => {
  const raw = readFileSync(join(directory, path))
  const type = types[extname(path)] ?? 'application/octet-stream'
  return {
    type,
    raw,
    encoded: Object.fromEntries(
      endings
        .map(([encoding, ending]) => [encoding, join(directory, path) + ending] as const)
        .filter(([, file]) => existsSync(file))
        .map(([encoding, file]) => [encoding, readFileSync(file)]),
    ),
    etag: `"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`,
    // Names in /assets contain their content's hash.
    cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
}

/**
 * The files of the build by path, in memory: a few MB that never change while the process runs. Source maps
 * stay on disk.
 */
const loadFiles = (directory: string): ReadonlyMap<string, File> =>
  new Map(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.map') && !isEncoded(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(directory.length).replaceAll('\\', '/'))
      .map((path) => [path, loadFile(directory, path)]),
  )

/**
 * Policy of a page: its own scripts and styles only; emotion's styles by the nonce. A street map is loaded
 * from the origin of its style.
 */
export const contentSecurityPolicy = (nonce: string, mapStyleUrl?: URL): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${mapStyleUrl === undefined ? '' : ` ${mapStyleUrl.origin}`}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')

/** The script of the service worker, whose own policy says what it may fetch: files of the build, and pages. */
const WORKER = '/sw.js'
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

const accepts = (request: IncomingMessage, encoding: Encoding) =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?(?![.\\d]))`).test(
    String(request.headers['accept-encoding'] ?? ''),
  )

/**
 * Whether a path that names no file is a page of the console (which has its own router) and not a missing
 * file.
 */
const isPage = (path: string) =>
  !path.startsWith('/assets/') && !path.slice(path.lastIndexOf('/')).includes('.')

export type ConsoleOptions = Readonly<{
  directory: string
  secure: boolean
  /** With it pages report their errors through `/monitoring`. */
  monitoringDsn?: string | undefined
  /** With it pages show a street map. */
  mapStyleUrl?: URL | undefined
}>

/** Serves the console's build. Throws when `directory` holds none. */
export const serveConsole = ({ directory, secure, monitoringDsn, mapStyleUrl }: ConsoleOptions) => {
  const files = loadFiles(directory)
  const page = files
    .get('/index.html')
    ?.raw.toString('utf8')
    .replaceAll('__MONITORING_DSN__', monitoringDsn ?? '')
    .replaceAll('__MAP_STYLE_URL__', mapStyleUrl?.href ?? '')
  if (page === undefined) throw new Error(`${directory} has no index.html`)
  const headers = fixedHeaders(secure)
  // A worker has the policy of its own file: the one of the map loads the streets.
  const scriptHeaders =
    mapStyleUrl === undefined
      ? headers
      : {
          ...headers,
          'content-security-policy':
            headers['content-security-policy'] + `; connect-src ${mapStyleUrl.origin}`,
        }

  const sendPage = (request: IncomingMessage, response: ServerResponse) => {
    const nonce = randomBytes(16).toString('base64')
    const body = Buffer.from(page.replaceAll('__CSP_NONCE__', nonce))
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-length': body.length,
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(nonce, mapStyleUrl),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  const sendFile = (path: string, file: File, request: IncomingMessage, response: ServerResponse) => {
    const shared = {
      ...(file.type === types['.js'] ? scriptHeaders : headers),
      ...(path === WORKER ? { 'content-security-policy': WORKER_POLICY } : {}),
      etag: file.etag,
      'cache-control': file.cacheControl,
      ...(file.encoded.gzip ? { vary: 'Accept-Encoding' } : {}),
    }
    if (request.headers['if-none-match'] === file.etag) {
      response.writeHead(304, shared).end()
      return
    }
    const [encoding] = endings.find(([one]) => file.encoded[one] && accepts(request, one)) ?? []
    const body = (encoding && file.encoded[encoding]) ?? file.raw
    response.writeHead(200, {
      ...shared,
      'content-type': file.type,
      'content-length': body.length,
      ...(encoding ? { 'content-encoding': encoding } : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, 'METHOD_NOT_ALLOWED', { ...headers, allow: 'GET, HEAD' })
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const file = path === '/index.html' ? undefined : files.get(path)
    if (file) return sendFile(path, file, request, response)
    if (path === '/index.html' || isPage(path)) return sendPage(request, response)
    return refuse(response, 'NOT_FOUND', headers)
  }
}
