import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fixedHeaders } from './headers.ts'
import { refuse } from './refusal.ts'

type File = Readonly<{
  type: string
  raw: Buffer
  compressed: Promise<Buffer> | undefined
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

const compressible = /^(text\/|application\/|image\/svg)/
const compress = promisify(gzip)

const loadFile = (directory: string, path: string): File => {
  const raw = readFileSync(join(directory, path))
  const type = types[extname(path)] ?? 'application/octet-stream'
  return {
    type,
    raw,
    compressed: compressible.test(type) && raw.length > 1_000 ? compress(raw, { level: 9 }) : undefined,
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
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
      .map((entry) => join(entry.parentPath, entry.name).slice(directory.length).replaceAll('\\', '/'))
      .map((path) => [path, loadFile(directory, path)]),
  )

/** Policy of a page: its own scripts and styles only; emotion's styles by the nonce. */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')

const acceptsGzip = (request: IncomingMessage) =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(String(request.headers['accept-encoding'] ?? ''))

/**
 * Whether a path that names no file is a page of the console (which has its own router) and not a missing
 * file.
 */
const isPage = (path: string) =>
  !path.startsWith('/assets/') && !path.slice(path.lastIndexOf('/')).includes('.')

/**
 * Serves the console's build. Throws when `directory` holds none. With `monitoringDsn` pages report their
 * errors through `/monitoring`.
 */
export const serveConsole = (directory: string, secure: boolean, monitoringDsn = '') => {
  const files = loadFiles(directory)
  const page = files.get('/index.html')?.raw.toString('utf8').replaceAll('__MONITORING_DSN__', monitoringDsn)
  if (page === undefined) throw new Error(`${directory} has no index.html`)
  const headers = fixedHeaders(secure)

  const sendPage = (request: IncomingMessage, response: ServerResponse) => {
    const nonce = randomBytes(16).toString('base64')
    const body = Buffer.from(page.replaceAll('__CSP_NONCE__', nonce))
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-length': body.length,
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(nonce),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  const sendFile = async (file: File, request: IncomingMessage, response: ServerResponse) => {
    const shared = {
      ...headers,
      etag: file.etag,
      'cache-control': file.cacheControl,
      ...(file.compressed ? { vary: 'Accept-Encoding' } : {}),
    }
    if (request.headers['if-none-match'] === file.etag) {
      response.writeHead(304, shared).end()
      return
    }
    const compressed = acceptsGzip(request) ? await file.compressed : undefined
    const body = compressed ?? file.raw
    response.writeHead(200, {
      ...shared,
      'content-type': file.type,
      'content-length': body.length,
      ...(compressed ? { 'content-encoding': 'gzip' } : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, 'METHOD_NOT_ALLOWED', { ...headers, allow: 'GET, HEAD' })
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const file = path === '/index.html' ? undefined : files.get(path)
    if (file) return void sendFile(file, request, response)
    if (path === '/index.html' || isPage(path)) return sendPage(request, response)
    return refuse(response, 'NOT_FOUND', headers)
  }
}
