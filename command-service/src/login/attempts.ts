import { AppProblem } from '@hearth/platform/http/appProblem'
import { countAttempt, type Attempt } from '@hearth/platform/session/throttle'
import { actorOf, findByEmail, findById, type Person } from './people.ts'
import { runInBackground, describeClient, type ClientRequest, type LoginTools } from './tools.ts'

const QUARTER_MS = 15 * 60_000

/**
 * Counts an attempt; 429 with the time to wait when there were too many. Sign-in is refused while attempts
 * cannot be counted (docs/domain/login.md#attempts).
 */
export const admitAttempt = async (
  tools: LoginTools,
  attempt: Attempt,
  request: ClientRequest,
): Promise<void> => {
  const { wait, locks } = await countAttempt(tools.pool, attempt, tools.limitFactor).catch(
    (error: unknown) => {
      tools.log.error({ err: error }, 'login: attempts cannot be counted, so sign-in is refused')
      throw new AppProblem('DEPENDENCY_UNAVAILABLE', 'Sign-in is temporarily unavailable. Try again shortly')
    },
  )
  if (locks) {
    runInBackground(tools, async () => {
      const person = attempt.account.includes('@')
        ? await findByEmail(tools.pool, attempt.account)
        : await findById(tools.pool, attempt.account)
      const data = { until: new Date(Date.now() + QUARTER_MS).toISOString() }
      if (person) await tools.record({ type: 'LockUser', data }, person.id, actorOf(person), request)
    })
  }
  if (wait > 0)
    throw new AppProblem(
      'RATE_LIMITED',
      'Too many attempts. Wait a while, then try again',
      { retryAfterSeconds: wait },
      { 'retry-after': String(wait) },
    )
}

/**
 * Records a failed attempt after its answer, so that the time the answer takes doesn't reveal whether the
 * person exists.
 */
export const recordFailure = (
  tools: LoginTools,
  person: Person | undefined,
  reason: 'password' | 'code',
  request: ClientRequest,
): void => {
  if (!person) return
  runInBackground(tools, () =>
    tools.record(
      { type: 'RecordFailedLogin', data: { reason, ...describeClient(request) } },
      person.id,
      actorOf(person),
      request,
    ),
  )
}
