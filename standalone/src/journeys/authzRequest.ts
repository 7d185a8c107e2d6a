import { locatorOf, type CommandDefinition } from '@hearth/contracts/kernel/message'
import { newId } from '@hearth/contracts/kernel/ids'
import type { Route } from '@hearth/platform/http/route'
import {
  readCollection,
  findCommand,
  formatRoute,
  findResource,
  isOfPlatform,
  namesAccount,
} from './allRoutes.ts'
import { OTHER_READS, type Target } from './authzExpectations.ts'
import type { Principal } from './authzPrincipals.ts'
import { inDays } from './fixtures.ts'
import { composeBody, WORDS } from './words.ts'

const BROKEN = '{'
const SURPLUS = '{"surplus":1}'

export type MatrixRequest = Readonly<{
  path: string
  headers: Readonly<Record<string, string>>
  body?: string
  /** Whether the request names a record that exists. */
  named: boolean
  /** Whether the body matches the schema. */
  whole: boolean
}>

/** The id for the path, and whether it names a record. */
const findId = (
  route: Route,
  target: Target,
  { own, foreign }: Principal,
): Readonly<{ id: string; named: boolean }> => {
  if (target === 'malformed') return { id: '\0', named: false }
  const found = (target === 'own' ? own : target === 'foreign' ? foreign : {})[readCollection(route.path)]
  return found === undefined || OTHER_READS[formatRoute(route)]?.nameless
    ? { id: newId(), named: false }
    : { id: found, named: true }
}

const buildRead = (route: Route, target: Target, caller: Principal): MatrixRequest => {
  const { id, named } = findId(route, target, caller)
  const path = route.path.replace('/:id', `/${encodeURIComponent(id)}`).replace('/:date', `/${inDays(60)}`)
  if (findResource(route) !== undefined && !route.path.includes('/:id')) {
    const query =
      target === 'malformed'
        ? 'filter=x'
        : target === 'own'
          ? ''
          : `filter=${encodeURIComponent(JSON.stringify({ id }))}`
    return { path: `${path}?${query}`, headers: {}, named, whole: true }
  }
  const query = OTHER_READS[formatRoute(route)]?.query ?? ''
  return {
    path: `${path}?${query}${target === 'malformed' && !route.path.includes('/:id') ? '&surplus=1' : ''}`,
    headers: {},
    named,
    whole: true,
  }
}

/** Whether a command creates a record, rather than changing the one in the path. */
const isCreation = (definition: CommandDefinition | undefined): definition is CommandDefinition =>
  definition !== undefined && definition.route?.verb === undefined

/** Commands that create the record that the path names: the client chooses its id. */
const CREATES_NAMED: readonly string[] = ['/api/disruptions/:id/declare']

type Emails = Readonly<Record<'foreign' | 'unknown', string>>

/** Whether a valid body would take effect: no cell of the matrix may change anything. */
const wouldTakeEffect = (route: Route, target: 'foreign' | 'unknown', caller: Principal): boolean => {
  // Staff and services are bound to no account: they may act on any host's record.
  const isUnbound = !caller.bound && caller.role !== undefined
  if (isUnbound && CREATES_NAMED.includes(route.path)) return true
  if (target === 'foreign' && isUnbound && route.access !== 'public') return true
  const definition = findCommand(route)
  return (
    isCreation(definition) &&
    (definition.capability === 'account.create' ||
      (!namesAccount(definition) && !caller.bound && target !== 'unknown'))
  )
}

/** A valid body that refers to a foreign or an unknown record; undefined when none can be composed. */
const composeReference = (
  route: Route,
  target: 'foreign' | 'unknown',
  caller: Principal,
  emails: Emails,
): Readonly<{ body: string; account: string }> | undefined => {
  const definition = findCommand(route)
  const about = target === 'unknown' ? newId() : (caller.foreign['listings'] ?? '')
  const account = target === 'unknown' ? about : caller.elsewhere
  const takesAccount =
    (definition !== undefined && namesAccount(definition)) || route.path === '/api/session/switch-account'
  const own =
    route.access === 'public'
      ? [emails[target], 'T'.repeat(43)]
      : ['somebody@journey.test', takesAccount ? account : about]
  const body = composeBody(route, [...WORDS, ...own])
  if (body === undefined) return undefined
  // Only as the value of an id: the same text as a password refers to nothing.
  const namesRecord = new RegExp(`"\\w*[iI]d":"(${about}|${account})"`).test(body)
  const refers =
    route.path.includes('/:id') ||
    isCreation(definition) ||
    (route.access === 'public' ? body.includes(emails[target]) : namesRecord)
  return refers ? { body, account } : undefined
}

const buildWrite = (route: Route, target: Target, caller: Principal, emails: Emails): MatrixRequest => {
  const found = findId(route, target, caller)
  const { named } = found
  // A policy is read by version and changed by name; a statement is read by month and locked by account.
  const id = isOfPlatform(route) ? found.id.replace(/\/\d+$/, '') : found.id.replace(/-\d{6}$/, '')
  const path = route.path
    .replace('/:id', `/${encodeURIComponent(id)}`)
    .replace('/:provider', `/${target === 'malformed' ? '%00' : target}`)
  const definition = findCommand(route)
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': newId(),
    ...(definition === undefined || definition.ifMatch === 'none' ? {} : { 'if-match': '"0"' }),
  }
  const invalid = (body: string): MatrixRequest => ({ path, headers, body, named, whole: false })
  if (target === 'malformed') return invalid(BROKEN)
  if (target === 'own' || wouldTakeEffect(route, target, caller)) return invalid(SURPLUS)
  // A file's bytes are read only once its record is found.
  if (route.content === 'raw' && route.path.includes('/:id'))
    return { path: `${path}?name=photo.png`, headers, body: 'bytes', named, whole: true }
  const reference = composeReference(route, target, caller, emails)
  if (reference === undefined) return invalid(SURPLUS)
  const takesHeader =
    isCreation(definition) && !namesAccount(definition) && locatorOf(definition).by === 'creation'
  return {
    path,
    headers: { ...headers, ...(takesHeader ? { 'x-host-account': reference.account } : {}) },
    body: reference.body,
    named,
    whole: true,
  }
}

/** The request of one cell of the matrix. */
export const buildMatrixRequest = (
  route: Route,
  target: Target,
  caller: Principal,
  emails: Emails,
): MatrixRequest =>
  route.method === 'GET' ? buildRead(route, target, caller) : buildWrite(route, target, caller, emails)
