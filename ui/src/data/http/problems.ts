import type { Problem, ProblemCode } from '@hearth/contracts/kernel/problem'
import { formatDatesIn } from '../../components/dates/localDate.ts'
import { isProblem } from './http.ts'
import type { Text } from '../../i18n/text.ts'
import { problemTexts } from '../../i18n/en/problems.ts'

type Failure = { status?: number; body?: unknown; message?: string }
const asFailure = (error: unknown): Failure => (error !== null && typeof error === 'object' ? error : {})

export const readProblem = (error: unknown): Problem | null => {
  const { body } = asFailure(error)
  return isProblem(body) ? body : null
}
export const problemCode = (error: unknown): ProblemCode | null => readProblem(error)?.code ?? null
export const readStatus = (error: unknown) => asFailure(error).status ?? 0

/** Sign in first, it took too long, or there were too many: the same command can be accepted later. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 429])

/**
 * Whether the server has finally refused a command. After any other failure, or while an earlier try still
 * runs, the next try carries the same key: the command may have acted, or may still act.
 */
export const isRefused = (error: unknown): boolean => {
  const status = readStatus(error)
  return status >= 400 && status < 500 && !PASSING.has(status) && problemCode(error) !== 'COMMAND_IN_FLIGHT'
}

/** Why a read failed: the server's detail if there is one, else ours for the code. */
export const readProblemText = (error: unknown, t: Text): string => {
  const problem = readProblem(error)
  if (problem?.errors?.length)
    return problem.errors
      .map(({ pointer, detail }) => `${pointer.replace(/^\//, '').replaceAll('/', ' ')} ${detail}`.trim())
      .join('; ')
  if (problem?.detail) return formatDatesIn(problem.detail)
  if (problem && problem.code in problemTexts)
    return t(`problems.${problem.code as keyof typeof problemTexts}`)
  if (problem) return problem.title
  if (!navigator.onLine || asFailure(error).status === undefined) return t('problems.NETWORK')
  return t('problems.UNKNOWN')
}

/** What was sent may have acted all the same. */
const isUncertain = (error: unknown): boolean =>
  readProblem(error) === null || ['INTERNAL', 'OUTCOME_UNKNOWN'].includes(problemCode(error) ?? '')

/** Why a command failed, and that sending it again is safe. */
export const problemText = (error: unknown, t: Text): string =>
  isUncertain(error) ? `${readProblemText(error, t)} ${t('app.notTwice')}` : readProblemText(error, t)

/** What support needs to find the case: code, digest, correlation id, time. Nothing personal. */
export const problemDetails = (error: unknown): string => {
  const { body, status } = asFailure(error)
  const facts = body !== null && typeof body === 'object' ? (body as Record<string, unknown>) : {}
  return [
    facts['code'] ?? (status ? `HTTP ${status}` : 'NO_ANSWER'),
    facts['digest'],
    facts['correlationId'],
    new Date().toISOString(),
    location.pathname,
  ]
    .filter(Boolean)
    .join(', ')
}
