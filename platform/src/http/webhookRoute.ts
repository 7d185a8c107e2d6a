import type { Secret } from '../config/secret.ts'
import { AppProblem } from './appProblem.ts'
import { parseJson } from './body.ts'
import { readHeader } from './requestHeaders.ts'
import { route, type Answer, type Route } from './route.ts'
import { isSigned } from './webhookSignature.ts'

export type WebhookRouteOptions = Readonly<{
  path: string
  /** The header with the signature. */
  header: string
  /** Without it, everything is rejected. */
  secret: Secret | undefined
  maxBytes: number
  /** Milliseconds. */
  now?: (() => number) | undefined
  /** Gets the parsed body. Senders repeat what is not answered with 2xx. */
  handle: (body: unknown) => Promise<Answer | AppProblem>
}>

/** A route for what another system reports: what is unsigned, or signed too long ago, changes nothing. */
export const webhookRoute = ({
  path,
  header,
  secret,
  maxBytes,
  now = Date.now,
  handle,
}: WebhookRouteOptions): Route =>
  route({
    method: 'POST',
    path,
    access: 'public',
    tenant: 'none',
    rate: 'write',
    content: 'raw',
    handler: async ({ readBody, headers }) => {
      const body = await readBody(maxBytes)
      if (
        secret === undefined ||
        !isSigned(secret.reveal(), readHeader(headers, header), body, now() / 1_000)
      )
        return new AppProblem('UNAUTHENTICATED', 'The signature is wrong or too old.')
      return handle(parseJson(body))
    },
  })
