import { PROBLEMS, type ProblemCode } from '@hearth/contracts/kernel/problem'
import type { Request, Response } from 'express'
import type { ErrorReports } from '../telemetry/errorReports.ts'
import type { Log } from '../telemetry/log.ts'
import { asAppProblem, computeDigest, problemAnswer } from './errorAnswer.ts'
import { exchangeOf } from './exchange.ts'
import type { Sender } from './sendAnswer.ts'

/** Answers a request with the problem that an error stands for. `pattern` is the route's, for the log. */
export type SendProblem = (error: unknown, request: Request, response: Response, pattern: string) => void

/** Expected under load: they are counted, not logged one by one. */
const UNLOGGED: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['OVERLOADED', 'READ_MODEL_BEHIND'])

/** Failures of the server are logged; those that are bugs are reported, too. */
export const createProblemSender =
  ({
    sender,
    log,
    reports,
  }: Readonly<{ sender: Pick<Sender, 'sendText'>; log: Log; reports: ErrorReports }>): SendProblem =>
  (error, request, response, pattern) => {
    const exchange = exchangeOf(response)
    const { correlationId } = exchange
    const { method } = request
    const refusal = asAppProblem(error, method)
    const { code } = refusal
    const status = PROBLEMS[code][0]
    const digest =
      status >= 500 ? computeDigest(code === 'INTERNAL' ? error : refusal, correlationId) : undefined
    if (digest !== undefined && !UNLOGGED.has(code)) {
      log.error({ err: error, code, digest, correlationId, route: pattern, method, status }, 'http: failed')
      if (code === 'INTERNAL') reports.report(error, { digest, route: pattern })
    }
    if (response.headersSent) {
      // Half an answer must not look like a whole one.
      if (!response.writableEnded) response.destroy()
      return
    }
    const { headers, body } = problemAnswer(refusal, digest)
    sender.sendText(response, exchange, {
      status,
      headers,
      type: 'application/problem+json',
      text: JSON.stringify(body),
    })
  }
