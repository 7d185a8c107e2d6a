import { createHmac } from 'node:crypto'
import { problem, PROBLEMS, type Problem, type ProblemCode } from '@hearth/contracts/kernel/problem'
import { EventRejectedError, OutcomeUnknownError } from '../event-store/port.ts'
import { isPoolFull } from '../postgres/retryable.ts'
import { isUnavailable } from './unavailable.ts'
import { AppProblem } from './appProblem.ts'

const RETRY_AFTER: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'OVERLOADED',
  'READ_MODEL_BEHIND',
  'DEPENDENCY_UNAVAILABLE',
  'OUTCOME_UNKNOWN',
])

const readStatus = (error: unknown): number | undefined => {
  if (!(error instanceof Error)) return undefined
  const status: unknown = Reflect.get(error, 'status')
  return typeof status === 'number' ? status : undefined
}

/** The refusal that an exception stands for; INTERNAL for an unexpected one. */
export const asAppProblem = (error: unknown, method: string | undefined): AppProblem => {
  if (error instanceof AppProblem) return error
  if (error instanceof OutcomeUnknownError) return new AppProblem('OUTCOME_UNKNOWN')
  if (isPoolFull(error)) return new AppProblem('OVERLOADED')
  if (isUnavailable(error)) return new AppProblem('DEPENDENCY_UNAVAILABLE')
  if (error instanceof EventRejectedError) return new AppProblem('TOO_LARGE')
  if (error instanceof Error && error.name === 'AbortError')
    return new AppProblem(method === 'POST' ? 'OUTCOME_UNKNOWN' : 'DEPENDENCY_UNAVAILABLE')
  // Express itself: a path that cannot be decoded.
  return readStatus(error) === 400 ? new AppProblem('MALFORMED') : new AppProblem('INTERNAL')
}

// Where it broke is looked up in source maps: a full process has no time for that with each request that it
// sends away.
const describeCause = (error: unknown): string => {
  if (error instanceof AppProblem) return `${error.name}:${error.code}`
  if (!(error instanceof Error)) return typeof error
  return `${error.name}\n${
    error.stack
      ?.split('\n')
      .find((line) => /^\s+at /.test(line))
      ?.trim() ?? ''
  }`
}

/**
 * 8 hex digits that are equal for equal causes, and the start of the correlation id: what a person reads out
 * to support.
 */
export const computeDigest = (error: unknown, correlationId: string): string => {
  const cause = describeCause(error)
  const hash = createHmac('sha256', 'digest').update(cause).digest('hex')
  return `${hash.slice(0, 8)}-${correlationId.slice(0, 8)}`
}

/**
 * Body and headers of a refusal. 4xx bodies carry no ids; the correlation id stands in its header
 * (docs/domain/commands.md#problems).
 */
export const problemAnswer = (
  refusal: AppProblem,
  digest: string | undefined,
): Readonly<{ status: number; body: Problem; headers: Readonly<Record<string, string>> }> => ({
  status: PROBLEMS[refusal.code][0],
  body: problem(
    refusal.code,
    refusal.detail,
    digest === undefined ? refusal.facts : { ...refusal.facts, digest },
  ),
  headers: {
    ...(RETRY_AFTER.has(refusal.code) ? { 'retry-after': String(1 + Math.floor(Math.random() * 3)) } : {}),
    ...refusal.headers,
  },
})
