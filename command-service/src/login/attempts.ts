import { AppProblem } from '@hearth/platform/http/appProblem'
import { chooseCookieName } from '@hearth/platform/session/cookie'
import { findKnownBrowser } from '@hearth/platform/session/knownBrowsers'
import { clearAttempts, countAttempt, giveBackAttempt, type Attempt } from '@hearth/platform/session/throttle'
import { actorOf, type Person } from './people.ts'
import { describeClient, runInBackground, type ClientRequest, type LoginTools } from './tools.ts'

const QUARTER_MS = 15 * 60_000

/** An attempt that is looked at. It counts as a failure unless it succeeds or is given back. */
export type AdmittedAttempt = Readonly<{
  /**
   * Records a failed attempt after its answer, so that the time the answer takes doesn't reveal whether the
   * person exists.
   */
  fail: (person: Person | undefined, reason: 'password' | 'code') => void
  /** Takes it back: it was the first half of a sign-in in two steps. */
  giveBack: () => Promise<void>
  succeed: () => Promise<void>
}>

/**
 * Whose credentials are tried: `account` is what the attempts are counted for, `person` the email address or
 * id of the person, if another. `signedIn`: with a session of that person.
 */
export type Tried = Readonly<{ account: string; person?: string; signedIn?: true }>

const admit = (
  tools: LoginTools,
  attempt: Attempt,
  last: boolean,
  request: ClientRequest,
): AdmittedAttempt => ({
  fail: (person, reason) => {
    if (!person) return
    runInBackground(tools, async () => {
      const actor = actorOf(person)
      const data = { reason, ...describeClient(request) }
      await tools.record({ type: 'RecordFailedLogin', data }, person.id, actor, request)
      const until = new Date(Date.now() + QUARTER_MS).toISOString()
      if (last) await tools.record({ type: 'LockUser', data: { until } }, person.id, actor, request)
    })
  },
  giveBack: () => giveBackAttempt(tools.pool, attempt),
  succeed: () => clearAttempts(tools.pool, attempt),
})

/**
 * Counts an attempt; 429 with the time to wait when there were too many. Sign-in is refused while attempts
 * cannot be counted (docs/domain/login.md#attempts).
 */
export const admitAttempt = async (
  tools: LoginTools,
  { account, person = account, signedIn }: Tried,
  request: ClientRequest,
): Promise<AdmittedAttempt> => {
  const { pool, log, limitFactor } = tools
  const cookieName = chooseCookieName(tools.publicUrl, 'known')
  const count = async () => {
    const knownBrowser = await findKnownBrowser(pool, cookieName, request.headers, person)
    const attempt = { account, address: request.clientAddress, knownBrowser, ...(signedIn && { signedIn }) }
    return { attempt, ...(await countAttempt(pool, attempt, limitFactor)) }
  }
  const { attempt, wait, last } = await count().catch((error: unknown) => {
    log.error({ err: error }, 'login: attempts cannot be counted, so sign-in is refused')
    throw new AppProblem('DEPENDENCY_UNAVAILABLE', 'Sign-in is temporarily unavailable. Try again shortly')
  })
  if (wait > 0)
    throw new AppProblem(
      'RATE_LIMITED',
      'Too many attempts. Wait a while, then try again',
      { retryAfterSeconds: wait },
      { 'retry-after': String(wait) },
    )
  return admit(tools, attempt, last, request)
}
