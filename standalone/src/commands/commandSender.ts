import type { Id } from '@hearth/contracts/kernel/ids'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { deadline } from '@hearth/platform/retry/deadline'
import { setTimeout as delay } from 'node:timers/promises'

/** `body`: the complete answer. */
export type CommandResult =
  | Readonly<{ ok: true; id: Id; body: Readonly<Record<string, unknown>> }>
  | Readonly<{ ok: false; code: string; detail: string }>
export type CommandRequest = Readonly<{
  path: string
  /** Sent as JSON; the bytes of a file as they are. */
  body: unknown
  key: Id
  hostAccountId?: Id
  occurredAt?: Instant
  /** The revision that the record must have, for commands that require one. */
  revision?: number
}>
export type SendCommand = (request: CommandRequest) => Promise<CommandResult>

const GIVE_UP_MS = 120_000

/**
 * Sends commands as a service principal with this token, or as the person of these headers. A request that
 * finds the system busy or unreachable is repeated with the same key for two minutes, so an unknown outcome
 * resolves itself; a refusal is an answer. Throws when the system stays unavailable.
 */
export const createCommandSender =
  (baseUrl: string, who: string | Readonly<Record<string, string>>): SendCommand =>
  async ({ path, body, key, hostAccountId, occurredAt, revision }) => {
    const started = Date.now()
    for (let attempt = 0; ; attempt += 1) {
      const answer = await fetch(new URL(path, baseUrl), {
        method: 'POST',
        headers: {
          'Content-Type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json',
          ...(typeof who === 'string' ? { Authorization: `Bearer ${who}` } : who),
          'Idempotency-Key': key,
          ...(hostAccountId === undefined ? {} : { 'X-Host-Account': hostAccountId }),
          ...(occurredAt === undefined ? {} : { 'X-Occurred-At': occurredAt }),
          ...(revision === undefined ? {} : { 'If-Match': `"${revision}"` }),
        },
        body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
        signal: deadline(15_000),
        redirect: 'error',
      })
        .then(async (response) => ({
          status: response.status,
          json: (await response.json()) as Readonly<Record<string, unknown>>,
        }))
        // An answer that isn't whole counts as none: a busy server ends a connection without a problem document.
        .catch((error: Error) => error)
      if (!(answer instanceof Error)) {
        if (answer.status < 300) return { ok: true, id: String(answer.json['id']), body: answer.json }
        const repeat =
          answer.status === 503 ||
          answer.status === 429 ||
          answer.json['code'] === 'COMMAND_IN_FLIGHT' ||
          answer.json['code'] === 'CONCURRENT_CHANGE'
        if (!repeat)
          return {
            ok: false,
            code: String(answer.json['code']),
            detail: String(answer.json['detail'] ?? answer.json['title']),
          }
      }
      if (Date.now() - started > GIVE_UP_MS)
        throw new Error(
          `${path}: no answer for two minutes (${answer instanceof Error ? answer.message : answer.status})`,
        )
      await delay(Math.min(2_000, 50 * 2 ** attempt) * (0.5 + Math.random() / 2))
    }
  }
