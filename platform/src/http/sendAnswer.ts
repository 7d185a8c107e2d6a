import type { ServerResponse } from 'node:http'
import type { Response } from 'express'
import type { Exchange } from './exchange.ts'
import type { Answer, AnswerHeaders } from './route.ts'
import { securityHeaders } from './securityHeaders.ts'

type TextAnswer = Readonly<{
  status: number
  headers: AnswerHeaders
  type: string
  text: string
}>

export type Sender = Readonly<{
  /** Sends an answer as a whole; does nothing when one has begun or the client has left. */
  sendText: (response: ServerResponse, exchange: Exchange, answer: TextAnswer) => void
  /** Sends what a handler answered. A stream ends with its promise, or when the process stops. */
  send: (response: Response, exchange: Exchange, answer: Answer) => Promise<void>
}>

/**
 * Writes answers with the security headers and the correlation id. A header that an answer sets itself wins.
 */
export const createSender = ({
  publicUrl,
  stopping,
}: Readonly<{ publicUrl: URL; stopping: AbortSignal }>): Sender => {
  const base = securityHeaders(publicUrl)
  const baseNames = new Set(base.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  const streaming = new Set<Exchange>()
  const endStreams = () => {
    for (const exchange of streaming)
      exchange.abort(new DOMException('Hearth is restarting. Try again shortly', 'AbortError'))
  }
  stopping.addEventListener('abort', endStreams, { once: true })

  const sendHead = (
    response: ServerResponse,
    exchange: Exchange,
    { status, headers }: Pick<TextAnswer, 'status' | 'headers'>,
    contentHeaders: readonly string[],
  ) => {
    const kept = Object.keys(headers).some((name) => baseNames.has(name))
      ? base.filter((_, index) => !((base[index - (index % 2)] ?? '').toLowerCase() in headers))
      : base
    const all = [...kept, 'x-correlation-id', exchange.correlationId, ...contentHeaders]
    for (const name in headers) {
      const value = headers[name] ?? ''
      if (typeof value === 'string') all.push(name, value)
      else for (const one of value) all.push(name, one)
    }
    exchange.answeredAt = performance.now()
    response.writeHead(status, all)
  }

  const sendText: Sender['sendText'] = (response, exchange, answer) => {
    if (response.headersSent || response.destroyed) return
    const { type, text } = answer
    const length = String(Buffer.byteLength(text))
    sendHead(
      response,
      exchange,
      answer,
      text === '' ? ['content-length', length] : ['content-type', type, 'content-length', length],
    )
    response.end(text)
  }

  const sendStream = async (
    response: Response,
    exchange: Exchange,
    answer: Extract<Answer, { stream: unknown }>,
  ): Promise<void> => {
    if (response.headersSent || response.destroyed) return
    exchange.endDeadline()
    streaming.add(exchange)
    response.once('close', () => streaming.delete(exchange))
    if (stopping.aborted) endStreams()
    sendHead(response, exchange, answer, [])
    if (response.req.method !== 'HEAD') await answer.stream(response, exchange.signal)
    response.end()
  }

  return {
    sendText,
    send: async (response, exchange, answer) => {
      if ('stream' in answer) return sendStream(response, exchange, answer)
      const { status, headers = {}, json, body } = answer
      sendText(response, exchange, {
        status,
        headers,
        type: 'application/json',
        text: json ?? (body === undefined ? '' : JSON.stringify(body)),
      })
    },
  }
}
