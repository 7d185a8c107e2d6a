import { Agent, request as open } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { newId, type Id } from '@hearth/contracts/kernel/ids'

export const KINDS = ['sign in', 'prove', 'command', 'read', 'upload'] as const
export type Kind = (typeof KINDS)[number]
export type Sample = Readonly<{ kind: Kind; ms: number; failure: string | undefined }>

/** A host with a password, a listing and a booking, at an address of their own. */
export type Person = Readonly<{
  email: string
  password: string
  listingId: Id
  bookingId: Id
  address: string
}>

/** One round takes at least this long, which stays below the rate limits of sign-ins. */
const ROUND_MS = 1_000
const GIVE_UP_MS = 30_000
/** Rounds from one photo to the next. */
const ROUNDS_PER_PHOTO = 5

type Answer = Readonly<{ status: number; cookie: string | undefined; text: string }>

/** A browser at one address: keeps its connections and its session. */
const createBrowser = (baseUrl: string, address: string) => {
  const agent = new Agent({ keepAlive: true, localAddress: address })
  const { port } = new URL(baseUrl)
  let cookie = ''

  const send = (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = open(
        {
          agent,
          host: '127.0.0.1',
          port,
          path,
          method,
          timeout: GIVE_UP_MS,
          headers: {
            host: new URL(baseUrl).host,
            origin: baseUrl,
            cookie,
            ...(body === undefined
              ? {}
              : {
                  'content-type': Buffer.isBuffer(body) ? 'image/jpeg' : 'application/json',
                  'idempotency-key': newId(),
                }),
          },
        },
        (incoming) => {
          const sent = incoming.headers['set-cookie']?.find((one) => /sid=/.test(one))?.split(';')[0]
          text(incoming).then(
            (received) => resolve({ status: incoming.statusCode ?? 0, cookie: sent, text: received }),
            reject,
          )
        },
      )
      outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${GIVE_UP_MS} ms`)))
      outgoing.once('error', reject)
      outgoing.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body))
    })

  return {
    /** Sends a request once, without retries, and says how long it took and why it failed. */
    measure: async (kind: Kind, ...request: Parameters<typeof send>): Promise<Sample> => {
      const begun = performance.now()
      const answer = await send(...request).catch((error: unknown) => String(error))
      const ms = performance.now() - begun
      if (typeof answer === 'string') return { kind, ms, failure: answer }
      cookie = answer.cookie ?? cookie
      const failed = answer.status < 200 || answer.status >= 300
      return { kind, ms, failure: failed ? `${answer.status} ${answer.text.slice(0, 200)}` : undefined }
    },
    close: () => agent.destroy(),
  }
}

/**
 * A person signs in, proves who they are, writes a note, reads and now and then uploads a photo, again and
 * again for this long.
 */
export const work = async (
  baseUrl: string,
  person: Person,
  photo: Buffer,
  forMs: number,
): Promise<readonly Sample[]> => {
  const { email, password, listingId, bookingId, address } = person
  const upload = `/api/uploads?listingId=${listingId}&name=kitchen.jpg`
  const browser = createBrowser(baseUrl, address)
  const samples: Sample[] = []
  const until = performance.now() + forMs
  for (let round = 1; performance.now() < until; round += 1) {
    const next = performance.now() + ROUND_MS
    const note = { text: 'Late arrival', visibility: 'host' }
    samples.push(await browser.measure('sign in', 'POST', '/api/login', { email, password }))
    samples.push(await browser.measure('prove', 'POST', '/api/session/prove', { password }))
    samples.push(await browser.measure('command', 'POST', `/api/bookings/${bookingId}/add-note`, note))
    samples.push(await browser.measure('read', 'GET', '/api/today'))
    samples.push(await browser.measure('read', 'GET', '/api/bookings'))
    samples.push(await browser.measure('read', 'GET', `/api/bookings/${bookingId}`))
    if (round % ROUNDS_PER_PHOTO === 0) samples.push(await browser.measure('upload', 'POST', upload, photo))
    await delay(Math.max(0, next - performance.now()))
  }
  browser.close()
  return samples
}
