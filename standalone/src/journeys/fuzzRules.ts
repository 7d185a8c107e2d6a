import { eventDefinitions } from '@hearth/contracts'
import { PROBLEMS, type ProblemCode } from '@hearth/contracts/kernel/problem'
import type { Answer } from './request.ts'
import { LEAKS } from './leaks.ts'

const MAX_PROBLEM_BYTES = 4_096

const findFaultInProblem = ({ status, headers, text, json }: Answer): string | undefined => {
  const isEmpty = headers.some(([name, value]) => name === 'content-length' && value === '0')
  if (isEmpty && (status === 413 || status === 429)) return undefined
  const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  if (!contentType.startsWith('application/problem+json'))
    return `status ${status} with content type ${contentType}`
  const problem = PROBLEMS[json['code'] as ProblemCode]
  if (text !== '' && (problem?.[0] !== status || json['status'] !== status || json['title'] !== problem[1]))
    return `no problem of the catalogue: ${text.slice(0, 200)}`
  if (Buffer.byteLength(text) > MAX_PROBLEM_BYTES) return `${Buffer.byteLength(text)} bytes`
  return text.includes('q'.repeat(65)) ? 'an echo of the input' : undefined
}

/** Why a client must never get this answer; undefined when it may (properties P1, P2, P9). */
export const findFault = (answer: Answer): string | undefined => {
  const { status, text } = answer
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`
  if (LEAKS.test(status < 300 ? '' : text)) return `a leak: ${text.slice(0, 200)}`
  return status < 400 ? undefined : findFaultInProblem(answer)
}

/** Whether an answer names the record, its revision and events that the contract knows. */
export const isOutcome = ({ id, revision, events }: Answer['json']): boolean =>
  typeof id === 'string' &&
  Number.isInteger(revision) &&
  Array.isArray(events) &&
  events.every((type) => eventDefinitions.has(String(type)))
