import type { IncomingHttpHeaders } from 'node:http'
import { commandDefinitions } from '@hearth/contracts'
import { zId } from '@hearth/contracts/kernel/ids'
import { locatorOf, type CommandDefinition, type CommandRoute } from '@hearth/contracts/kernel/message'
import { AppProblem } from '@hearth/platform/http/appProblem'
import {
  formatEtag,
  readHeader,
  parseIdempotencyKey,
  parseIfMatch,
  parseOccurredAt,
  positionToken,
} from '@hearth/platform/http/requestHeaders'
import { route, type Answer, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import type { Envelope, Outcome } from './outcome.ts'

/** Characters of a browser's name that are kept. */
const MAX_USER_AGENT = 400

type Handle = (envelope: Envelope) => Promise<Outcome>

/** The account that a caller without one of its own acts for. */
export const readHostAccount = (headers: IncomingHttpHeaders): string | undefined => {
  const text = readHeader(headers, 'x-host-account')
  if (text !== undefined && !zId.safeParse(text).success)
    throw new AppProblem('MALFORMED', 'X-Host-Account must be the ID of a host account')
  return text
}

const toAnswer = (outcome: Outcome, status: number): Answer | AppProblem => {
  if (outcome.kind === 'rejected') {
    const { code, detail, facts } = outcome
    const current = facts['currentRevision']
    return new AppProblem(
      code,
      detail,
      facts,
      typeof current === 'number' ? { etag: formatEtag(current) } : {},
    )
  }
  const { id, revision, events, undo, commit } = outcome
  return {
    status,
    body: { id, revision: Number(revision), events, ...(undo === undefined ? {} : { undo }) },
    headers: { etag: formatEtag(revision), 'x-position': positionToken(commit) },
  }
}

const optional = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V }

const commandRoute = (
  type: string,
  definition: CommandDefinition,
  { collection, verb }: CommandRoute,
  handle: Handle,
): Route => {
  const creates = verb === undefined
  const locator = locatorOf(definition)
  const common = {
    method: 'POST',
    access: { capability: definition.capability },
    tenant: locator.by === 'platform' ? 'any' : 'own',
    rate: 'write',
    body: definition.schema,
  } as const
  const send = async (
    {
      principal,
      body,
      headers,
      correlationId,
      traceparent,
      clientAddress,
    }: Pick<Envelope, 'principal' | 'correlationId'> &
      Readonly<{ body: unknown; headers: IncomingHttpHeaders; traceparent: string; clientAddress: string }>,
    id: string | undefined,
  ) =>
    toAnswer(
      await handle({
        type,
        data: body,
        principal,
        correlationId,
        traceparent,
        commandId: parseIdempotencyKey(headers),
        where: { ip: clientAddress, userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT) },
        ...optional('id', id),
        ...optional('expected', parseIfMatch(headers)),
        ...optional('hostAccountId', readHostAccount(headers)),
        ...optional('occurredAt', parseOccurredAt(headers)),
      }),
      creates ? 201 : 200,
    )
  return creates
    ? route({ ...common, path: `/api/${collection}`, handler: (request) => send(request, undefined) })
    : route({
        ...common,
        path: `/api/${collection}/:id/${verb}`,
        params: z.object({ id: locator.by === 'platform' ? locator.id : zId }),
        handler: (request) => send(request, request.params.id),
      })
}

/**
 * One route for each command that has one; the registry is the only list (docs/domain/commands.md#writing).
 */
export const commandRoutes = (handle: Handle): readonly Route[] =>
  [...commandDefinitions].flatMap(([type, { definition }]) =>
    definition.route === undefined ? [] : [commandRoute(type, definition, definition.route, handle)],
  )
