import { HttpError } from 'react-admin'
import type { Problem } from '@hearth/contracts/kernel/problem'
import { minPosition, raisePosition } from './consistency.ts'
import { askForProof, proofUnderWay } from './proof.ts'

let oldAnswers = 0
/** How many reads so far were answered with rows older than what this tab already knows. */
export const countOldAnswers = (): number => oldAnswers

export type Answer = Readonly<{ status: number; headers: Headers; body: string; json: unknown }>
type Options = {
  method?: string
  headers?: HeadersInit
  /** Text is JSON; a file is sent as its bytes. */
  body?: string | Blob
  signal?: AbortSignal | null | undefined
  /** The answer replaces the session of this browser. */
  rotates?: boolean
}

const parse = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

const send = async (
  url: string,
  { method = 'GET', headers, body, signal }: Options,
  withToken: boolean,
): Promise<Answer> => {
  const all = new Headers(headers)
  all.set('Accept', 'application/json')
  if (body !== undefined)
    all.set('Content-Type', typeof body === 'string' ? 'application/json' : 'application/octet-stream')
  const token = minPosition()
  if (method === 'GET' && withToken && token !== null) all.set('X-Min-Position', token)
  const response = await fetch(url, {
    method,
    headers: all,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text, json: parse(text) }
}

export const isProblem = (body: unknown): body is Problem =>
  body !== null && typeof body === 'object' && 'code' in body && 'status' in body

const failed = (answer: Answer) => {
  const facts = isProblem(answer.json) ? answer.json : null
  const correlationId = answer.headers.get('X-Correlation-Id')
  return new HttpError(facts?.title ?? `HTTP ${answer.status}`, answer.status, {
    ...facts,
    ...(correlationId ? { correlationId } : {}),
  })
}

let rotation: Promise<unknown> | undefined
let rotations = 0

/** Repeats a request that was sent with the session that has just been replaced. */
const sendWithSession = async (url: string, options: Options): Promise<Answer> => {
  const before = rotations
  const sending = send(url, options, true)
  if (options.rotates === true) {
    const settled = sending
      .catch(() => undefined)
      .finally(() => {
        rotations += 1
        if (rotation === settled) rotation = undefined
      })
    rotation = settled
    return sending
  }
  const answer = await sending
  const replacing = rotation ?? proofUnderWay()
  if (answer.status !== 401 || (replacing === undefined && rotations === before)) return answer
  await replacing
  return send(url, options, true)
}

const MAX_RETRIES = 2
const MAX_PAUSE_S = 5
const isBusy = ({ json }: Answer) => isProblem(json) && json.code === 'OVERLOADED'

/**
 * Retries, a few times and when the server said, a request that was refused before it was processed. Reads
 * are retried by their query.
 */
const sendWithRetries = async (url: string, options: Options): Promise<Answer> => {
  let answer = await sendWithSession(url, options)
  for (
    let tries = 0;
    tries < MAX_RETRIES && isBusy(answer) && (options.method ?? 'GET') !== 'GET';
    tries += 1
  ) {
    const seconds = Math.min(Number(answer.headers.get('Retry-After') ?? 1), MAX_PAUSE_S)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    answer = await sendWithSession(url, options)
  }
  return answer
}

/** Reports a wrong proof itself, with the same code. */
const PROVE = '/api/session/prove'
const capabilityIn = ({ json }: Answer) =>
  isProblem(json) && typeof json['capability'] === 'string' ? json['capability'] : null

/**
 * One request to our API. Throws react-admin's HttpError with the problem as its body. Where the API requires
 * identity confirmation, asks for it and repeats the request with the same Idempotency-Key.
 */
export const request = async (url: string, options: Options = {}): Promise<Answer> => {
  let answer = await sendWithRetries(url, options)
  if (
    isProblem(answer.json) &&
    answer.json.code === 'STEP_UP_REQUIRED' &&
    url !== PROVE &&
    (await askForProof(capabilityIn(answer)))
  )
    answer = await sendWithSession(url, options)
  if (isProblem(answer.json) && answer.json.code === 'READ_MODEL_BEHIND') {
    // Old rows are better than none: pendingPatches applies this tab's own changes to them.
    answer = await send(url, options, false)
    oldAnswers += 1
  }
  if (answer.status >= 400) throw failed(answer)
  if (options.method === 'POST') raisePosition(answer.headers.get('X-Position'))
  return answer
}

export const getJson = async <T>(url: string, signal?: AbortSignal): Promise<T> =>
  (await request(url, { signal })).json as T

/**
 * For simple-rest, which expects `{status, headers, body, json}`. Its `Range` header is left out: the address
 * names the range, and a browser takes no compressed answer to a request with that header.
 */
export const httpClient = (url: string, { signal }: { signal?: AbortSignal | null | undefined } = {}) =>
  request(url, { signal })
