import { lookup as resolveName, type LookupAddress } from 'node:dns'
import type { FETCH_ERRORS } from '@hearth/contracts/ical-feed'
import { decodeText } from '@hearth/contracts/kernel/decodeText'
import { deadline } from '@hearth/platform/retry/deadline'
import ipaddr from 'ipaddr.js'
import { Agent, fetch } from 'undici'

/** The limit for a whole fetch with redirects and body (docs/domain/ical-feed.md#fetching). Milliseconds. */
const TIMEOUT_MS = 10_000
/** The limit for the decompressed body (docs/domain/ical-feed.md#fetching). */
export const MAX_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 3

export type Fetched =
  | Readonly<{ kind: 'body'; body: string; etag: string | null; lastModified: string | null }>
  /** Unchanged since the answer with these marks. */
  | Readonly<{ kind: 'unchanged' }>
  | Readonly<{ kind: 'failed'; problem: (typeof FETCH_ERRORS)[number] }>
  | Readonly<{ kind: 'refused'; problem: 'too_large' }>
/** The validators of the last answer, so that the server can answer 304. */
export type Marks = Readonly<{ etag: string | null; lastModified: string | null }>

type FetchProblem = Extract<Fetched, { kind: 'failed' }>['problem']
const failed = (problem: FetchProblem): Fetched => ({ kind: 'failed', problem })

class RefusedAddressError extends Error {
  override name = 'RefusedAddressError'
}

/** Whether an address belongs to the public internet: no private, local, shared, mapped or reserved one. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/** Names to addresses, as the system does it. */
export type Resolve = (
  hostname: string,
  answer: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void
const systemResolve: Resolve = (hostname, answer) =>
  resolveName(hostname, { all: true }, (error, addresses) => answer(error, addresses ?? []))

/**
 * The checked address is the one that is connected to, so a name that changes its answer in between gains
 * nothing.
 */
const publicAgent = (resolve: Resolve): Agent =>
  new Agent({
    connections: 4,
    connect: {
      timeout: TIMEOUT_MS,
      lookup: (hostname, { all }, answer) => {
        resolve(hostname, (error, addresses) => {
          const [first] = addresses
          if (error !== null || first === undefined) return answer(error ?? new Error('no address'), '', 0)
          if (!addresses.every(({ address }) => isPublicAddress(address)))
            return answer(new RefusedAddressError(hostname), '', 0)
          return all === true ? answer(null, [...addresses]) : answer(null, first.address, first.family)
        })
      },
    },
  })

const normalizeHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
// A host that is an address is connected to without a lookup, so it is checked here.
const isPublicUrl = (url: URL): boolean =>
  url.protocol === 'https:' &&
  url.port === '' &&
  url.username === '' &&
  url.password === '' &&
  (ipaddr.isValid(normalizeHost(url))
    ? isPublicAddress(normalizeHost(url))
    : normalizeHost(url).includes('.') &&
      !/\.(local|localhost|internal|home\.arpa)$/i.test(normalizeHost(url)))

const listCauses = (error: unknown): unknown[] =>
  error instanceof Error
    ? [
        error,
        ...listCauses(error.cause),
        ...(error instanceof AggregateError ? error.errors.flatMap(listCauses) : []),
      ]
    : []

const classifyProblem = (error: unknown, signal: AbortSignal): FetchProblem => {
  if (listCauses(error).some((cause) => cause instanceof RefusedAddressError)) return 'address_refused'
  if (
    signal.aborted ||
    listCauses(error).some((cause) => cause instanceof Error && /Timeout/.test(cause.name))
  )
    return 'timeout'
  return 'unreachable'
}

const statusProblem = (status: number): FetchProblem => {
  if (status === 404 || status === 410) return 'not_found'
  return status === 429 ? 'rate_limited' : 'http_error'
}

/** Undefined when it exceeds the limit; no more is read. */
const readBody = async (body: AsyncIterable<Uint8Array>): Promise<string | undefined> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size > MAX_BYTES) return undefined
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  return decodeText(bytes)?.text ?? new TextDecoder().decode(bytes)
}

export type FeedFetcher = Readonly<{
  fetchFeed: (url: string, marks?: Marks) => Promise<Fetched>
  close: () => Promise<void>
}>

/**
 * Fetches calendars from the public internet only: https, public addresses at the moment of connecting,
 * redirects judged like the first address, ten seconds and two megabytes for all of it
 * (docs/domain/ical-feed.md#fetching). `testOrigin` may be asked whatever it is; it is for tests.
 */
export const openFeedFetcher = ({
  testOrigin,
  resolve = systemResolve,
  timeoutMs = TIMEOUT_MS,
}: Readonly<{
  testOrigin?: string | undefined
  resolve?: Resolve
  timeoutMs?: number
}> = {}): FeedFetcher => {
  const outside = publicAgent(resolve)
  const testing = new Agent({ connections: 4 })

  const follow = async (url: URL, marks: Marks, signal: AbortSignal, redirects: number): Promise<Fetched> => {
    const isTest = testOrigin !== undefined && url.origin === testOrigin
    if (!isTest && !isPublicUrl(url)) return failed('address_refused')
    const headers = {
      accept: 'text/calendar, text/plain;q=0.5',
      'user-agent': 'Hearth-Calendar/1.0',
      ...(marks.etag === null ? {} : { 'if-none-match': marks.etag }),
      ...(marks.lastModified === null ? {} : { 'if-modified-since': marks.lastModified }),
    }
    const response = await fetch(url, {
      redirect: 'manual',
      headers,
      signal,
      dispatcher: isTest ? testing : outside,
    })
    const { status } = response
    const location = response.headers.get('location')
    if (status !== 200) await response.body?.cancel()
    if (status === 304) return { kind: 'unchanged' }
    if ([301, 302, 303, 307, 308].includes(status) && location !== null) {
      if (redirects === 0) return failed('too_many_redirects')
      return URL.canParse(location, url.href)
        ? follow(new URL(location, url), marks, signal, redirects - 1)
        : failed('http_error')
    }
    if (status !== 200) return failed(statusProblem(status))
    const body = response.body === null ? '' : await readBody(response.body)
    if (body === undefined) return { kind: 'refused', problem: 'too_large' }
    return {
      kind: 'body',
      body,
      etag: response.headers.get('etag'),
      lastModified: response.headers.get('last-modified'),
    }
  }

  return {
    fetchFeed: async (url, marks = { etag: null, lastModified: null }) => {
      const signal = deadline(timeoutMs)
      try {
        return await follow(new URL(url), marks, signal, MAX_REDIRECTS)
      } catch (error) {
        return failed(classifyProblem(error, signal))
      }
    },
    close: async () => void (await Promise.all([outside.destroy(), testing.destroy()])),
  }
}
