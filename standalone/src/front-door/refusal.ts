import { problem, PROBLEMS, type ProblemCode } from '@hearth/contracts/kernel/problem'
import type { ServerResponse } from 'node:http'

/** Answers with a problem of the catalogue; a temporary problem says when to retry. */
export const refuse = (
  response: ServerResponse,
  code: ProblemCode,
  headers: Readonly<Record<string, string>> = {},
): void => {
  const status = PROBLEMS[code][0]
  const body = JSON.stringify(problem(code))
  response.writeHead(status, {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 503 ? { 'retry-after': '1' } : {}),
    ...headers,
  })
  response.end(body)
}
