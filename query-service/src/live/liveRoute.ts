import type { ServerResponse } from 'node:http'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { positionToken } from '@hearth/platform/http/requestHeaders'
import { route, type Route } from '@hearth/platform/http/route'
import { isBound, maySee, roleOf, type Principal, type Principals } from '@hearth/platform/session/principal'
import { notForHosts } from '../runtime/redact.ts'
import type { Notification } from '../runtime/notifications.ts'
import type { Positions } from '../runtime/positions.ts'

const MAX_PER_SESSION = 5
const MAX_BUFFERED_BYTES = 64 * 1024
const HEARTBEAT_MS = 15_000
/** With the time that a session is trusted, a revoked session's stream ends within a second. */
export const RECHECK_MS = 400

type Message = Readonly<{ resource: string; id?: string; revision?: number; position: string }>
const textOf = (message: Message) => `event: change\ndata: ${JSON.stringify(message)}\n\n`

const sees = (principal: Principal, { capability }: Resource) => maySee(principal, capability)
const mayHear = (principal: Principal, tenantId: string, { scope }: Resource) =>
  scope === 'platform' || !isBound(principal) || principal.tenantId === tenantId

/**
 * What one listener hears of a batch: ids and revisions of its own account; a co-host of some listings only
 * hears that something changed.
 */
export const messagesFor = (
  principal: Principal,
  { name, commit, changes }: Notification,
  resources: readonly Resource[],
): readonly string[] => {
  const position = positionToken(commit)
  return resources
    .filter((resource) => resource.table === name && sees(principal, resource))
    .flatMap((resource) => {
      if (!changes) return [textOf({ resource: resource.name, position })]
      const heard = changes.filter(([tenantId]) => mayHear(principal, tenantId, resource))
      if (heard.length === 0) return []
      // Of tables with rows that hosts do not see, ids would tell that there are some.
      if (principal.listingIds !== 'all' || (isBound(principal) && notForHosts(resource.table).length > 0))
        return [textOf({ resource: resource.name, position })]
      return heard.map(([, id, revision]) => textOf({ resource: resource.name, id, revision, position }))
    })
}

const samePerson = (a: Principal | undefined, b: Principal) =>
  a !== undefined &&
  a.tenantId === b.tenantId &&
  roleOf(a) === roleOf(b) &&
  a.impersonation?.id === b.impersonation?.id &&
  a.secondFactor === b.secondFactor &&
  String(a.listingIds) === String(b.listingIds)

/** Runs what is in it again and again, all in one turn, so that what they ask for is one query. */
const inTurn = (milliseconds: number) => {
  const members = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  return (member: () => void): (() => void) => {
    members.add(member)
    timer ??= setInterval(() => members.forEach((run) => run()), milliseconds)
    return () => {
      members.delete(member)
      if (members.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
}

/**
 * `GET /api/live`: changed rows as server-sent events, while the session lives and the reader keeps up
 * (docs/domain/limits.md#live-updates).
 */
export const liveRoute = ({
  positions,
  principals,
  resources,
}: Readonly<{ positions: Positions; principals: Principals; resources: readonly Resource[] }>): Route => {
  const open = new Map<string, number>()
  const checkInTurn = inTurn(RECHECK_MS)
  return route({
    method: 'GET',
    path: '/api/live',
    access: 'signed-in',
    tenant: 'own',
    rate: 'stream',
    handler: ({ principal, headers }) => {
      const key = principal.sessionId ?? principal.actor.id
      if ((open.get(key) ?? 0) >= MAX_PER_SESSION)
        throw new AppProblem(
          'RATE_LIMITED',
          `A session can have up to ${MAX_PER_SESSION} live connections. Close another tab.`,
          {},
          { 'retry-after': '5' },
        )
      const listen = (response: ServerResponse, signal: AbortSignal): Promise<void> =>
        new Promise((resolve) => {
          open.set(key, (open.get(key) ?? 0) + 1)
          const say = (text: string) => {
            // A reader that does not keep up starts anew instead of filling our memory.
            if (response.writableLength > MAX_BUFFERED_BYTES) end()
            else response.write(text)
          }
          const stop = positions.subscribe((notification) => {
            if (!notification) end()
            else for (const text of messagesFor(principal, notification, resources)) say(text)
          })
          const recheck = async () => {
            const now = await principals.resolve(headers)
            if (!samePerson(now, principal)) end()
          }
          const heartbeat = setInterval(() => say(': alive\n\n'), HEARTBEAT_MS)
          const stopChecking = checkInTurn(() => void recheck().catch(end))
          const end = () => {
            if (!stop()) return
            clearInterval(heartbeat)
            stopChecking()
            const left = (open.get(key) ?? 1) - 1
            if (left > 0) open.set(key, left)
            else open.delete(key)
            resolve()
          }
          response.once('close', end)
          signal.addEventListener('abort', end, { once: true })
          say('retry: 1000\n: listening\n\n')
        })
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
        stream: listen,
      }
    },
  })
}
