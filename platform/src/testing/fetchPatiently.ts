import { setTimeout as delay } from 'node:timers/promises'
import { allowed } from './allowed.ts'

const RETRY_MS = 30_000

/** Whether a server refused the request before it processed it, for one of these reasons. */
const wasRefusedFor = async (answer: Response, codes: readonly string[]): Promise<boolean> => {
  if (answer.status !== 503) return false
  const body: unknown = await answer.clone().json()
  return typeof body === 'object' && body !== null && 'code' in body && codes.includes(String(body.code))
}

/**
 * Like `fetch`, for a careful client: repeats, after the time in the answer, what a busy server refused. A
 * request that writes needs an Idempotency-Key.
 */
export const fetchPatiently = async (
  url: string | URL,
  init: RequestInit = {},
  codes: readonly string[] = ['OVERLOADED'],
): Promise<Response> => {
  for (const deadline = Date.now() + allowed(RETRY_MS); ;) {
    const answer = await fetch(url, init)
    if (Date.now() > deadline || !(await wasRefusedFor(answer, codes))) return answer
    await delay(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
  }
}
