import type { Log } from '@hearth/platform/telemetry/log'
import { buildIngestUrl } from './dsn.ts'

/** Envelopes under way at the same time (docs/domain/security.md#error-reports). */
export const IN_FLIGHT = 15
const TIMEOUT_MS = 2_000
/**
 * How long nothing is sent after upstream said 429 without a time (docs/domain/security.md#error-reports).
 */
export const BACKOFF_SECONDS = 60
const MAX_BACKOFF_SECONDS = 3_600

/** What a browser is to do about a 429: headers of the answer. */
export type Pause = Readonly<{ 'retry-after': string; 'x-sentry-rate-limits'?: string }>

export type Forwarding = Readonly<{
  /** Takes one of the places, or tells to wait. */
  enter: () => 'full' | Pause | 'entered'
  leave: () => void
  /**
   * Sends to where the settings say; nobody waits for it, and a failure is nobody's business but the log's.
   */
  send: (dsn: string, bytes: Buffer) => Promise<void>
  knows: (dsn: string) => boolean
}>

/**
 * Hands envelopes on to the addresses that the settings name, never to one that a request names. Redirects
 * are refused, nothing of the browser's headers goes along, and after a 429 it rests.
 */
export const openForwarding = ({
  dsns,
  log,
  now = Date.now,
}: Readonly<{ dsns: readonly string[]; log: Log; now?: () => number }>): Forwarding => {
  const targets = new Map(dsns.map((dsn) => [dsn, buildIngestUrl(dsn)]))
  let inFlight = 0
  let restUntil = 0
  let limits: string | null = null

  const rest = (headers: Headers) => {
    const asked = Number(headers.get('retry-after'))
    restUntil = now() + Math.min(asked > 0 ? asked : BACKOFF_SECONDS, MAX_BACKOFF_SECONDS) * 1_000
    limits = headers.get('x-sentry-rate-limits')?.slice(0, 500) ?? null
    log.warn({ status: 429 }, 'monitoring: upstream asks to wait')
  }
  return {
    enter: () => {
      const wait = Math.ceil((restUntil - now()) / 1_000)
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
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        await answer.body?.cancel()
        if (answer.status === 429) rest(answer.headers)
      } catch (error) {
        log.debug({ err: error }, 'monitoring: upstream did not take it')
      }
    },
  }
}
