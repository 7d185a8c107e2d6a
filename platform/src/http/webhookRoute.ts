import type { Secret } from '../config/secret.ts'
import { AppProblem } from './appProblem.ts'
import { readHeader } from './requestHeaders.ts'
import { route, type Answer, type Route } from './route.ts'
import { isSigned } from './webhookSignature.ts'

export type WebhookRouteOptions<Body> = Readonly<{
  path: string
  /** The header with the signature. */
  header: string
  /** Without it, everything is rejected. */
  secret: Secret | undefined
  maxBytes: number
  /** For bodies that take longer than the usual 8 s. */
  deadlineMs?: number
  /** Bounds the bodies that are in memory at the same time. */
  limit?: <T>(work: () => Promise<T>) => Promise<T>
  /** Milliseconds. */
  now?: (() => number) | undefined
  /** Reads a signed body; throws a problem for one that makes no sense. */
  parse: (body: Buffer) => Body
  /** Senders repeat what is not answered with 2xx. */
  handle: (body: Body) => Promise<Answer | AppProblem>
}>

/** A route for what another system reports: what is unsigned, or signed too long ago, changes nothing. */
export const webhookRoute = <Body>({
  path,
  header,
  secret,
  maxBytes,
  deadlineMs,
  limit = (work) => work(),
  now = Date.now,
  parse,
  handle,
}: WebhookRouteOptions<Body>): Route =>
  route({
    method: 'POST',
    path,
    access: 'public',
    tenant: 'none',
    rate: 'write',
    content: 'raw',
    ...(deadlineMs !== undefined && { deadlineMs }),
    handler: ({ readBody, headers }) =>
      limit(async () => {
        const body = await readBody(maxBytes)
        if (
          secret === undefined ||
          !isSigned(secret.reveal(), readHeader(headers, header), body, now() / 1_000)
        )
          return new AppProblem('UNAUTHENTICATED', 'The signature is wrong or too old.')
        return handle(parse(body))
      }),
  })
