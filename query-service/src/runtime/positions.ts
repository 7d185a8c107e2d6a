import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@hearth/platform/log'
import { AppProblem } from '@hearth/platform/http/appProblem'
import pg from 'pg'
import { z } from 'zod'

/** A read waits this long at most for what it was promised (decisions.md §5). */
const MAX_WAIT_MS = 3_000
const POLL_MS = 25
const IDLE_POLL_MS = 1_000

/** Rows of one projection changed; without `changes` too many did to name them. */
export type Notification = Readonly<{ name: string; commit: bigint; changes?: readonly (readonly [tenantId: string, id: string, revision: number])[] | undefined }>

export type Positions = Readonly<{
  /** Up to where a projection is known to be; undefined when it has projected nothing yet. */
  current: (projection: string) => bigint | undefined
  /** Resolves once the projections hold everything up to `commit`; refuses with READ_MODEL_BEHIND after 3 s, and at once while one is not built yet. */
  reach: (projections: readonly string[], commit: bigint | undefined, signal: AbortSignal) => Promise<void>
  /** Calls back for every committed batch, and with `undefined` when some may have been missed. Answers how to stop, which is true the first time. */
  subscribe: (listener: (notification: Notification | undefined) => void) => () => boolean
  /** Whether the database tells us about changes right now. */
  listening: () => boolean
  close: () => Promise<void>
}>

const zNotification = z.object({
  name: z.string(),
  commit: z.string().regex(/^\d+$/).transform(BigInt),
  changes: z.array(z.tuple([z.string(), z.string(), z.number()])).optional(),
})

const parseNotification = (payload: string | undefined): Notification | undefined => {
  try {
    return zNotification.safeParse(JSON.parse(payload ?? '')).data
  } catch {
    return undefined
  }
}

type Checkpoint = { name: string; status: string; commit: string | null }

const behind = () => new AppProblem('READ_MODEL_BEHIND', undefined, {}, { 'retry-after': '1' })
/** Follows the projections' checkpoints: by notifications, and by looking every second, or every 25 ms while somebody waits. */
export const followPositions = ({ connectionString, pool, log }: Readonly<{ connectionString: string; pool: pg.Pool; log: Log }>): Positions => {
  const commits = new Map<string, bigint>()
  const serving = new Set<string>()
  const listeners = new Set<(notification: Notification | undefined) => void>()
  const closing = new AbortController()
  let waiting = 0
  let wake = () => {}
  const waiters = new Set<() => void>()

  const announce = () => {
    for (const waiter of waiters) waiter()
    waiters.clear()
  }
  const advance = (name: string, commit: bigint) => {
    if (commit <= (commits.get(name) ?? -1n)) return
    commits.set(name, commit)
    announce()
  }

  const read = async (): Promise<readonly Checkpoint[]> => {
    // Before the projector's first start there is nothing to read, and no reason to fill the database's log with errors.
    const { rows: found } = await pool.query<{ exists: boolean }>({ name: 'checkpoints exist', text: `select to_regclass('read.projection') is not null as exists` })
    if (found[0]?.exists !== true) return []
    return (await pool.query<Checkpoint>({ name: 'checkpoints', text: 'select name, status, commit from read.projection' })).rows
  }

  const look = async (): Promise<void> => {
    const ready = (await read()).filter(({ status }) => status === 'serving')
    serving.clear()
    for (const { name, commit } of ready) {
      serving.add(name)
      if (commit !== null) advance(name, BigInt(commit))
    }
    // A read model that is built anew starts from nothing.
    for (const name of commits.keys()) if (!serving.has(name)) commits.delete(name)
  }

  const poll = async () => {
    while (!closing.signal.aborted) {
      await look().catch((error: unknown) => log.warn({ err: error }, 'positions: the checkpoints could not be read'))
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waiting > 0 ? POLL_MS : IDLE_POLL_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  let client: pg.Client | undefined
  const listen = async () => {
    for (let attempt = 0; !closing.signal.aborted; attempt += 1) {
      const next = new pg.Client({ connectionString, keepAlive: true, application_name: 'query-service listen', connectionTimeoutMillis: 2_000 })
      const ended = new Promise<void>((resolve) => {
        next.once('end', () => resolve())
        next.on('error', (error) => {
          log.warn({ err: error }, 'positions: the listening connection was lost')
          resolve()
        })
      })
      try {
        await next.connect()
        next.on('notification', ({ payload }) => {
          const notification = parseNotification(payload)
          if (!notification) {
            log.warn({ size: payload?.length ?? 0 }, 'positions: a notification could not be read')
            return
          }
          advance(notification.name, notification.commit)
          for (const listener of listeners) listener(notification)
        })
        await next.query('listen projection')
        client = next
        attempt = 0
        // What was said while nobody listened is lost: everything may have changed.
        for (const listener of listeners) listener(undefined)
        await ended
      } catch (error) {
        log.warn({ err: error }, 'positions: cannot listen')
      }
      client = undefined
      await next.end().catch(() => undefined)
      await delay(Math.min(2_000, 50 * 2 ** attempt), undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }

  const loops = Promise.all([poll(), listen()])

  const isThere = (projections: readonly string[], commit: bigint) => projections.every((name) => (commits.get(name) ?? -1n) >= commit)

  return {
    current: (projection) => commits.get(projection),
    reach: async (projections, commit, signal) => {
      if (projections.some((name) => !serving.has(name))) throw behind()
      if (commit === undefined || isThere(projections, commit)) return
      let over = false
      const giveUp = () => {
        over = true
        announce()
      }
      const timer = setTimeout(giveUp, MAX_WAIT_MS)
      signal.addEventListener('abort', giveUp, { once: true })
      waiting += 1
      if (waiting === 1) wake()
      try {
        while (!isThere(projections, commit)) {
          if (over || closing.signal.aborted) throw behind()
          await new Promise<void>((resolve) => waiters.add(resolve))
        }
      } finally {
        waiting -= 1
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
      }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listening: () => client !== undefined,
    close: async () => {
      closing.abort()
      wake()
      announce()
      await client?.end().catch(() => undefined)
      await loops
    },
  }
}
