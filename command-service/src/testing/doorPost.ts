import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '@hearth/contracts/kernel/ids'

export type Reply = Readonly<{
  status: number
  body: Readonly<Record<string, unknown>>
  headers: Headers
  cookies: Readonly<Record<string, string>>
  /** Milliseconds until the last byte. */
  ms: number
}>
export type Sent = Readonly<{ cookies?: Readonly<Record<string, string>>; address?: string; origin?: string }>

const OVERLOADED_FOR_MS = 30_000

const postOnce = async (
  url: string,
  body: unknown,
  { cookies = {}, address = '192.0.2.1', origin }: Sent & Readonly<{ origin: string }>,
): Promise<Reply> => {
  const begun = performance.now()
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const answer = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': newId(),
      origin,
      'x-forwarded-for': address,
      'user-agent': 'Test browser',
      ...(cookie === '' ? {} : { cookie }),
    },
  })
  const text = await answer.text()
  const set = answer.headers
    .getSetCookie()
    .map((line) => (line.split(';')[0] ?? '').split('='))
    .map(([name = '', value = '']): [string, string] => [name, value])
  return {
    status: answer.status,
    body: text === '' ? {} : JSON.parse(text),
    headers: answer.headers,
    cookies: { ...cookies, ...Object.fromEntries(set) },
    ms: performance.now() - begun,
  }
}

/** Posts as a careful client does: a request that is refused because the machine is busy is sent again. */
export const createPost =
  (url: string, publicUrl: URL) =>
  async (path: string, body: unknown, sent: Sent = {}): Promise<Reply> => {
    for (const deadline = Date.now() + OVERLOADED_FOR_MS; ;) {
      const reply = await postOnce(`${url}${path}`, body, { origin: publicUrl.origin, ...sent })
      if (reply.body['code'] !== 'OVERLOADED' || Date.now() > deadline) return reply
      await delay(500)
    }
  }
