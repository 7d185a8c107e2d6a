import type { IncomingHttpHeaders } from 'node:http'
import { zInstant, type Instant } from '@hearth/contracts/kernel/dates'
import { validate } from 'uuid'
import { AppProblem } from './appProblem.ts'

/**
 * The revision a caller saw, from `If-Match: "7"`; undefined when absent. `*`, weak tags and lists are 400.
 */
export const parseIfMatch = (headers: IncomingHttpHeaders): bigint | undefined => {
  const text = headers['if-match']
  if (text === undefined) return undefined
  const revision = /^"(\d{1,18})"$/.exec(text)?.[1]
  if (revision === undefined)
    throw new AppProblem('MALFORMED', 'If-Match must be one revision in quotes, such as "7"')
  return BigInt(revision)
}

/** The entity tag of a revision: strong, in quotes. */
export const formatEtag = (revision: bigint | number) => `"${revision}"`

/** The command's id: a UUID, returned in lower case. 400 when it is missing or no UUID. */
export const parseIdempotencyKey = (headers: IncomingHttpHeaders): string => {
  const text = headers['idempotency-key']
  if (text === undefined || text === '') throw new AppProblem('IDEMPOTENCY_KEY_REQUIRED')
  if (typeof text !== 'string' || text.length !== 36 || !validate(text))
    throw new AppProblem('MALFORMED', 'Idempotency-Key must be a UUID')
  return text.toLowerCase()
}

/** A header that may be given once; 400 when it is repeated. */
export const readHeader = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name]
  if (Array.isArray(value)) throw new AppProblem('MALFORMED', 'A header is repeated')
  return value
}

/** `X-Occurred-At`, which only service principals may send; the caller of this function checks who it is. */
export const parseOccurredAt = (headers: IncomingHttpHeaders): Instant | undefined => {
  const text = readHeader(headers, 'x-occurred-at')
  if (text === undefined) return undefined
  const parsed = zInstant.safeParse(text)
  if (!parsed.success) throw new AppProblem('MALFORMED', 'X-Occurred-At must be a UTC instant')
  return parsed.data
}

/** The commit position of a token `c0.<commit>`; undefined when absent, 400 when it is something else. */
export const parseMinPosition = (headers: IncomingHttpHeaders): bigint | undefined => {
  const text = readHeader(headers, 'x-min-position')
  if (text === undefined) return undefined
  const commit = /^c0\.(\d{1,20})$/.exec(text)?.[1]
  if (commit === undefined)
    throw new AppProblem('MALFORMED', 'X-Min-Position must be a position as a command answered it')
  return BigInt(commit)
}

/** The token for a commit position, as `X-Position` and `X-Projection-Position` carry it. */
export const positionToken = (commit: bigint) => `c0.${commit}`
