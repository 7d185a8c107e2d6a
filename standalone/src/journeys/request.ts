import { Agent, request as open, type OutgoingHttpHeaders } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export type Answer = Readonly<{
  status: number
  /** In the order of the answer, names in lower case. */
  headers: readonly (readonly [name: string, value: string])[]
  text: string
  /** The body as JSON; an empty object if it isn't JSON. */
  json: Readonly<Record<string, unknown>>
  /** Until the last byte, milliseconds. */
  ms: number
}>

export type Request = Readonly<{ method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer }>

const agent = new Agent({ keepAlive: true, maxSockets: 250 })
const GIVE_UP_MS = 20_000
/**
 * Refusals after which a client repeats the request, with the same key and body, after the time in the
 * answer.
 */
const TRY_AGAIN = new Set<unknown>([
  'OVERLOADED',
  'OUTCOME_UNKNOWN',
  'DEPENDENCY_UNAVAILABLE',
  'COMMAND_IN_FLIGHT',
])
const RETRY_MS = 30_000

const parseJson = (text: string): Answer['json'] => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const pairs = (raw: readonly string[]) =>
  Array.from(
    { length: raw.length / 2 },
    (_, index) => [(raw[index * 2] ?? '').toLowerCase(), raw[index * 2 + 1] ?? ''] as const,
  )

const once = (
  baseUrl: string,
  path: string,
  { method = 'GET', headers = {}, body }: Request,
): Promise<Answer> => {
  const { hostname, port } = new URL(baseUrl)
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = open(
      { agent, hostname, port, path, method, headers, timeout: GIVE_UP_MS },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.once('error', reject)
        incoming.once('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({
            status: incoming.statusCode ?? 0,
            headers: pairs(incoming.rawHeaders),
            text,
            json: parseJson(text),
            ms: performance.now() - begun,
          })
        })
      },
    )
    outgoing.once('timeout', () =>
      outgoing.destroy(new Error(`${method} ${path.slice(0, 200)}: no answer within ${GIVE_UP_MS} ms`)),
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

/**
 * Sends a request byte for byte: also paths and headers that fetch would refuse or correct. While the server
 * is too busy, it is repeated for `patienceMs`; `ms` is the time of the last one.
 */
export const exchange = async (
  baseUrl: string,
  path: string,
  request: Request = {},
  patienceMs = RETRY_MS,
): Promise<Answer> => {
  for (const deadline = Date.now() + patienceMs; ;) {
    const answer = await once(baseUrl, path, request)
    if (!TRY_AGAIN.has(answer.json['code']) || Date.now() >= deadline) return answer
    await delay(Number(readHeader(answer, 'retry-after') ?? 1) * 1_000)
  }
}

export const readHeader = ({ headers }: Answer, name: string): string | undefined =>
  headers.find(([known]) => known === name)?.[1]
