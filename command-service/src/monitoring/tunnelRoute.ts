import { findNetwork } from '@hearth/platform/http/network'
import { assertOwnOrigin, ownOrigins } from '@hearth/platform/http/origin'
import { route, type Answer, type Route } from '@hearth/platform/http/route'
import { chooseCookieName, hashText, readSessionValue } from '@hearth/platform/session/cookie'
import type { Log } from '@hearth/platform/telemetry/log'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { parseDsn } from './dsn.ts'
import { openForwarding } from './forwarding.ts'
import { readEnvelope } from './readEnvelope.ts'

const PER_SESSION = 60
const PER_ADDRESS = 300
const MINUTE = 60

export type TunnelOptions = Readonly<{
  /** Envelopes are forwarded for these DSNs only, compared as texts. */
  dsns: readonly string[]
  publicUrl: URL
  /** RATE_LIMIT_FACTOR. */
  factor: number
  log: Log
  now?: () => number
}>

const taken: Answer = { status: 200 }
const tooMany = (headers: Readonly<Record<string, string>>): Answer => ({ status: 429, headers })

/**
 * `POST /monitoring`: browsers' error reports, forwarded from our own origin
 * (docs/domain/security.md#error-reports). The answer is an empty 200, 413 or 429 and does not wait for
 * upstream. Only a whole report takes a slot; one that is malformed, from another origin or for an unknown
 * DSN is dropped.
 */
export const tunnelRoute = ({ dsns, publicUrl, factor, log, now }: TunnelOptions): Route => {
  const forwarding = openForwarding({ dsns, log, ...(now ? { now } : {}) })
  const perSession = new RateLimiterMemory({
    keyPrefix: 'session',
    points: PER_SESSION * factor,
    duration: MINUTE,
  })
  const perAddress = new RateLimiterMemory({
    keyPrefix: 'address',
    points: PER_ADDRESS * factor,
    duration: MINUTE,
  })
  const cookieName = chooseCookieName(publicUrl)
  const origins = ownOrigins(publicUrl)

  const secondsToWait = async (session: string | undefined, address: string): Promise<number> => {
    try {
      await perAddress.consume(findNetwork(address, 32))
      if (session !== undefined) await perSession.consume(hashText(session))
      return 0
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
      throw error
    }
  }
  const isOwnOrigin = (headers: Parameters<typeof assertOwnOrigin>[0]) => {
    try {
      assertOwnOrigin(headers, origins, false)
      return headers['content-encoding'] === undefined
    } catch {
      return false
    }
  }

  return route({
    method: 'POST',
    path: '/monitoring',
    access: 'public',
    tenant: 'none',
    // This route counts its own limits.
    rate: 'probe',
    content: 'raw',
    handler: async ({ readBody, headers, clientAddress }) => {
      const wait = await secondsToWait(readSessionValue(headers, cookieName), clientAddress)
      if (wait > 0) return tooMany({ 'retry-after': String(wait) })
      const envelope = await readEnvelope(readBody)
      if (envelope === 'too-large') return { status: 413, headers: { connection: 'close' } }
      if (envelope === 'nonsense' || !isOwnOrigin(headers)) return taken
      const dsn = parseDsn(envelope.headerLine)
      if (dsn === undefined || !forwarding.knows(dsn)) return taken
      const slot = forwarding.enter()
      if (slot === 'full') return tooMany({ 'retry-after': '1' })
      if (slot !== 'entered') return tooMany(slot)
      void forwarding.send(dsn, envelope.bytes).finally(forwarding.leave)
      return taken
    },
  })
}
