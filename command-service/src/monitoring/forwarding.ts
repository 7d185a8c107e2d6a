import type { Log } from '@hearth/platform/telemetry/log'
import { deadline } from '@hearth/platform/retry/deadline'
import { buildIngestUrl } from './dsn.ts'

/** Envelopes that are forwarded at the same time (docs/domain/security.md#error-reports). */
export const IN_FLIGHT = 15
const TIMEOUT_MS = 2_000
/** Pause after upstream answered 429 without a time (docs/domain/security.md#error-reports). */
export const BACKOFF_S = 60
const MAX_BACKOFF_S = 3_600

/** Headers that tell a browser how long to pause after a 429. */
export type Pause = Readonly<{ 'retry-after': string; 'x-sentry-rate-limits'?: string }>

export type Forwarding = Readonly<{
  /** Takes a slot, unless all are taken or forwarding is paused. */
  enter: () => 'full' | Pause | 'entered'
  leave: () => void
  /** Sends to the configured address. A failure is only logged. */
  send: (dsn: string, bytes: Buffer) => Promise<void>
  knows: (dsn: string) => boolean
}>

/**
 * Forwards envelopes to the configured addresses, never to one from a request. Redirects are refused, no
 * header of the browser is forwarded, and a 429 pauses it.
 */
export const openForwarding = ({
  dsns,
  log,
  now = Date.now,
}: Readonly<{ dsns: readonly string[]; log: Log; now?: () => number }>): Forwarding => {
  const targets = new Map(dsns.map((dsn) => [dsn, buildIngestUrl(dsn)]))
  let inFlight = 0
  let pausedUntil = 0
  let limits: string | null = null

  const pause = (headers: Headers) => {
    const requested = Number(headers.get('retry-after'))
    const seconds = Math.min(requested > 0 ? requested : BACKOFF_S, MAX_BACKOFF_S)
    pausedUntil = now() + seconds * 1_000
    limits = headers.get('x-sentry-rate-limits')?.slice(0, 500) ?? null
    log.warn({ status: 429 }, 'monitoring: upstream asks to wait')
  }
  return {
    enter: () => {
      const wait = Math.ceil((pausedUntil - now()) / 1_000)
      if (wait > 0)
        return { 'retry-after': String(wait), ...(limits === null ? {} : { 'x-sentry-rate-limits': limits }) }
      if (inFlight >= IN_FLIGHT) return 'full'
      inFlight += 1
      return 'entered'
    },
    leave: () => {
      inFlight -= 1
    },
    knows: (dsn) => targets.has(dsn),
    send: async (dsn, bytes) => {
      const target = targets.get(dsn)
      if (!target) return
      try {
        const answer = await fetch(target, {
          method: 'POST',
          headers: { 'content-type': 'application/x-sentry-envelope' },
          body: new Uint8Array(bytes),
          redirect: 'error',
          signal: deadline(TIMEOUT_MS),
        })
        await answer.body?.cancel()
        if (answer.status === 429) pause(answer.headers)
      } catch (error) {
        log.debug({ err: error }, 'monitoring: upstream did not take it')
      }
    },
  }
}
