import { can, HOST_ROLES, isHost, type Role } from '@hearth/contracts/kernel/access'
import { newId } from '@hearth/contracts/kernel/ids'
import type { Route } from '@hearth/platform/http/route'
import type { OutgoingHttpHeaders } from 'node:http'
import { readCollection, findCommand, formatRoute, isOfPlatform, namesAccount } from './allRoutes.ts'
import { OTHER_READS } from './authzExpectations.ts'
import { WORDS } from './words.ts'
import type { FuzzCase } from './fuzzCases.ts'
import type { Client, Journey } from './journey.ts'
import type { World } from './world.ts'

/**
 * Commands that would end the session of the run, or keep the machine busy with something else. They are
 * sent with valid bodies only for records that do not exist, or not at all.
 */
const FATAL = new Set([
  'POST /api/logout',
  'POST /api/session/switch-account',
  'POST /api/session/revoke',
  'POST /api/session/revoke-all',
  'POST /api/session/prove',
  'POST /api/account/password',
  'POST /api/account/totp/begin',
  'POST /api/account/totp/enable',
  'POST /api/account/totp/disable',
  'POST /api/impersonation/end',
  'POST /api/impersonation/extend',
  'POST /api/accounts/:id/close',
  'POST /api/accounts/:id/leave',
  'POST /api/accounts/:id/remove-member',
  'POST /api/accounts/:id/change-member-role',
  'POST /api/accounts/:id/request-data-export',
  'POST /api/accounts/:id/erase-subject',
  'POST /api/accounts/:id/request-ownership-transfer',
  'POST /api/accounts/:id/confirm-ownership-transfer',
  'POST /api/impersonations/:id/revoke',
  'POST /api/impersonations/:id/start',
  ...['rebuild', 'verify', 'cutover', 'rollback', 'discard'].map(
    (verb) => `POST /api/projections/:id/${verb}`,
  ),
])

const matchesSchema = ({ schemas: { body } }: Route, text: string): boolean => {
  try {
    return body?.safeParse(JSON.parse(text)).success === true
  } catch {
    return false
  }
}

/** Finds a client that may call a route, a different one for each seed. */
export const createClientFinder = (journey: Journey, { here, staff, impersonator }: World) => {
  const people = here.people
  const clients: readonly (readonly [Role, Client])[] = [
    ...HOST_ROLES.map((role) => [role, people[role]] as const),
    ...(['support', 'finance', 'admin', 'auditor'] as const).map((role) => [role, staff[role]] as const),
    ...(['gateway', 'importer', 'scheduler', 'provider'] as const).map(
      (role) => [role, journey.as(role)] as const,
    ),
  ]
  return ({ access, path, tenant }: Route, seed: number): Client => {
    if (path.startsWith('/api/impersonation/')) return impersonator.act
    if (access === 'public') return journey.client({ origin: journey.baseUrl })
    const able = clients.filter(([role]) =>
      access === 'signed-in'
        ? isHost(role) || role === 'admin'
        : can(role, access.capability) && !(tenant === 'any' && isHost(role)),
    )
    return able[seed % able.length]?.[1] ?? people.owner
  }
}

/** The body to send, and whether the route's schema takes it. */
const chooseBody = (
  route: Route,
  { bad, body }: FuzzCase,
): Readonly<{ body: string | Buffer | undefined; isWhole: boolean }> => {
  // The body of a GET would be read as the next request.
  const sent = route.method === 'GET' ? undefined : (bad?.body ?? body)
  const isWhole =
    route.schemas.body !== undefined &&
    typeof sent === 'string' &&
    bad?.body === undefined &&
    matchesSchema(route, sent)
  const isDangerous = isWhole && FATAL.has(formatRoute(route)) && !route.path.includes('/:id')
  return { body: isDangerous ? '{"surplus":1}' : sent, isWhole }
}

/** The path with an id: a valid body for a fatal command goes to a record that does not exist. */
const buildPath = (
  route: Route,
  { kind, bad, query }: FuzzCase,
  seed: number,
  isWhole: boolean,
  ids: Readonly<Record<string, string>>,
): string => {
  const known = ids[readCollection(route.path)] ?? newId()
  const name = isOfPlatform(route) ? known.replace(/\/\d+$/, '') : known
  const isUnknown =
    (FATAL.has(formatRoute(route)) && isWhole) ||
    (kind === 'near miss' && isWhole) ||
    (kind === 'valid' && seed % 3 === 0)
  const path = route.path
    .replace('/:id', `/${bad?.id ?? encodeURIComponent(isUnknown ? newId() : name)}`)
    .replace('/:date', `/${seed % 2 === 0 ? WORDS[0] : '2026-02-30'}`)
    .replace('/:provider', '/demo')
  return route.method === 'GET' ? `${path}?${query ?? OTHER_READS[formatRoute(route)]?.query ?? ''}` : path
}

const buildHeaders = (
  route: Route,
  { bad }: FuzzCase,
  seed: number,
  client: Client,
  account: string,
  correlation: string,
): OutgoingHttpHeaders => {
  const command = findCommand(route)
  const creates = command !== undefined && command.route?.verb === undefined
  const headers: OutgoingHttpHeaders = {
    ...client.headers,
    ...(route.method === 'GET' ? {} : { 'content-type': 'application/json', 'idempotency-key': newId() }),
    ...(command?.ifMatch === 'required' ? { 'if-match': `"${seed % 4}"` } : {}),
    ...(creates && command.capability !== 'account.create' && !namesAccount(command)
      ? { 'x-host-account': account }
      : {}),
    ...bad?.headers,
    ...(bad?.headers?.['x-correlation-id'] === undefined ? { 'x-correlation-id': correlation } : {}),
  }
  return Object.fromEntries(Object.entries(headers).filter(([name]) => bad?.without?.includes(name) !== true))
}

export type FuzzRequest = Readonly<{
  method: string
  path: string
  headers: OutgoingHttpHeaders
  body?: string | Buffer
}>

/** The request of a case, as `client` sends it. */
export const buildRequest = (
  route: Route,
  fuzzCase: FuzzCase,
  seed: number,
  {
    client,
    here,
    records,
    correlation,
  }: Pick<World, 'here' | 'records'> & Readonly<{ client: Client; correlation: string }>,
): FuzzRequest => {
  const { body, isWhole } = chooseBody(route, fuzzCase)
  return {
    method: route.rate === 'stream' ? 'HEAD' : route.method,
    path: buildPath(route, fuzzCase, seed, isWhole, { ...records.platform, ...records.own }),
    headers: buildHeaders(route, fuzzCase, seed, client, here.account, correlation),
    ...(body === undefined ? {} : { body }),
  }
}
