import type { ServerResponse } from 'node:http'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { positionToken } from '@hearth/platform/http/requestHeaders'
import { route, type Route } from '@hearth/platform/http/route'
import { isBound, maySee, roleOf, type Principal, type Principals } from '@hearth/platform/session/principal'
import { notForHosts } from '../runtime/redact.ts'
import type { Notification } from '../runtime/notifications.ts'
import type { Positions } from '../runtime/positions.ts'

export const MAX_PER_SESSION = 5
export const MAX_PER_PERSON = 20
const MAX_BUFFERED_BYTES = 64 * 1024
const HEARTBEAT_MS = 15_000
/** With the time that a session is trusted, a revoked session's stream ends within a second. */
export const RECHECK_MS = 400

type Message = Readonly<{ resource: string; id?: string; revision?: number; position: string }>
const formatEvent = (message: Message) => `event: change\ndata: ${JSON.stringify(message)}\n\n`

/** A member of some listings does not even learn when something of the whole account changed. */
const sees = (principal: Principal, { capability, listings }: Resource) =>
  maySee(principal, capability) && (principal.listingIds === 'all' || listings !== 'whole account')
const mayReceive = (principal: Principal, tenantId: string, { scope }: Resource) =>
  scope === 'platform' || !isBound(principal) || principal.tenantId === tenantId

/**
 * What a client receives of a batch: ids and revisions of its own account; a co-host of some listings only
 * learns that something changed.
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
      if (!changes) return [formatEvent({ resource: resource.name, position })]
      const visible = changes.filter(([tenantId]) => mayReceive(principal, tenantId, resource))
      if (visible.length === 0) return []
      // Ids of tables with rows that hosts cannot see would reveal that those rows exist.
      if (principal.listingIds !== 'all' || (isBound(principal) && notForHosts(resource.table).length > 0))
        return [formatEvent({ resource: resource.name, position })]
      return visible.map(([, id, revision]) =>
        formatEvent({ resource: resource.name, id, revision, position }),
      )
    })
}

const samePerson = (a: Principal | undefined, b: Principal) =>
  a !== undefined &&
  a.tenantId === b.tenantId &&
  roleOf(a) === roleOf(b) &&
  a.impersonation?.id === b.impersonation?.id &&
  a.secondFactor === b.secondFactor &&
  String(a.listingIds) === String(b.listingIds)

/**
 * Runs its members at a common interval, all in the same tick, so that what they ask for becomes one query.
 */
const createTicker = (intervalMs: number) => {
  const members = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  return (member: () => void): (() => void) => {
    members.add(member)
    timer ??= setInterval(() => members.forEach((run) => run()), intervalMs)
    return () => {
      members.delete(member)
      if (members.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** Counts the open streams of a key; `admit` refuses one too many with the reason. */
const createStreamCounter = (max: number, reason: string) => {
  const open = new Map<string, number>()
  return {
    admit: (key: string): void => {
      if ((open.get(key) ?? 0) >= max)
        throw new AppProblem('RATE_LIMITED', reason, {}, { 'retry-after': '5' })
    },
    add: (key: string): void => void open.set(key, (open.get(key) ?? 0) + 1),
    remove: (key: string): void => {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    },
  }
}

/** Limits the open streams of each session, and of each person over all their sessions. */
const createStreamLimits = () => {
  const ofSessions = createStreamCounter(
    MAX_PER_SESSION,
    `A session can have up to ${MAX_PER_SESSION} live connections. Close another tab.`,
  )
  const ofPeople = createStreamCounter(
    MAX_PER_PERSON,
    `You can have up to ${MAX_PER_PERSON} live connections. Close Hearth on another device.`,
  )
  return {
    admit: ({ sessionId, actor }: Principal): void => {
      ofSessions.admit(sessionId ?? actor.id)
      ofPeople.admit(actor.id)
    },
    /** Counts a stream until the answer is called. */
    count: ({ sessionId, actor }: Principal): (() => void) => {
      const session = sessionId ?? actor.id
      ofSessions.add(session)
      ofPeople.add(actor.id)
      return () => {
        ofSessions.remove(session)
        ofPeople.remove(actor.id)
      }
    },
  }
}

type Stream = Readonly<{
  principal: Principal
  resources: readonly Resource[]
  subscribe: Positions['subscribe']
  /** Whether the session still belongs to the same person with the same rights. */
  isUnchanged: () => Promise<boolean>
  onTick: ReturnType<typeof createTicker>
}>

/** Writes changes to the response until the client leaves, lags behind, or loses its session. */
const streamChanges = (
  { principal, resources, subscribe, isUnchanged, onTick }: Stream,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve) => {
    const write = (text: string) => {
      // A reader that does not keep up has to reconnect instead of filling our memory.
      if (response.writableLength > MAX_BUFFERED_BYTES) end()
      else response.write(text)
    }
    const unsubscribe = subscribe((notification) => {
      if (!notification) end()
      else for (const text of messagesFor(principal, notification, resources)) write(text)
    })
    const recheck = async () => {
      if (!(await isUnchanged())) end()
    }
    const heartbeat = setInterval(() => write(': alive\n\n'), HEARTBEAT_MS)
    const stopChecking = onTick(() => void recheck().catch(end))
    const end = () => {
      if (!unsubscribe()) return
      clearInterval(heartbeat)
      stopChecking()
      resolve()
    }
    response.once('close', end)
    signal.addEventListener('abort', end, { once: true })
    write('retry: 1000\n: listening\n\n')
  })

/**
 * `GET /api/live`: changed rows as server-sent events, while the session lives and the reader keeps up
 * (docs/domain/limits.md#live-updates).
 */
export const liveRoute = ({
  positions,
  principals,
  resources,
}: Readonly<{
  positions: Pick<Positions, 'subscribe'>
  principals: Principals
  resources: readonly Resource[]
}>): Route => {
  const limits = createStreamLimits()
  const onTick = createTicker(RECHECK_MS)
  return route({
    method: 'GET',
    path: '/api/live',
    access: 'signed-in',
    tenant: 'own',
    rate: 'stream',
    handler: ({ principal, headers }) => {
      limits.admit(principal)
      const isUnchanged = async () => samePerson(await principals.resolve(headers), principal)
      const stream = { principal, resources, subscribe: positions.subscribe, isUnchanged, onTick }
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
        stream: async (response, signal) => {
          const leave = limits.count(principal)
          await streamChanges(stream, response, signal).finally(leave)
        },
      }
    },
  })
}
