import type { Capability } from '@hearth/contracts/kernel/access'
import { zId, type Id } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type AnswerHeaders, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { z } from 'zod'
import type { Refused } from './outcome.ts'

export type Previewed<P> = Readonly<{ kind: 'previewed'; preview: P }>

type PreviewDefinition<B, P> = Readonly<{
  path: `/api/${string}/:id/${string}`
  capability: Capability
  body: z.ZodType<B>
  preview: (principal: Principal, id: Id, body: B) => Promise<Previewed<P> | Refused>
  headersOf?: (preview: P) => AnswerHeaders
}>

/** A route that answers what a command would do to a record of the caller's account. It changes nothing. */
export const definePreviewRoute = <B, P>({
  path,
  capability,
  body: schema,
  preview,
  headersOf,
}: PreviewDefinition<B, P>): Route =>
  route({
    method: 'POST',
    path,
    access: { capability },
    tenant: 'own',
    rate: 'write',
    params: z.strictObject({ id: zId }),
    body: schema,
    handler: async ({ principal, params, body }) => {
      const answer = await preview(principal, params.id, body)
      if (answer.kind === 'rejected') return new AppProblem(answer.code, answer.detail, answer.facts)
      const headers = headersOf?.(answer.preview)
      return { status: 200, body: answer.preview, ...(headers && { headers }) }
    },
  })
