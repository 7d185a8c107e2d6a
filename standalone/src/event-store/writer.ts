import { randomUUID } from 'node:crypto'
import { pause } from '@hearth/platform/retry/backoff'
import { linkSignals } from '@hearth/platform/retry/linkSignals'
import { decideBatch, repeatsPossible } from './decideBatch.ts'
import { report } from './diagnostics.ts'
import { createIdWindow } from './knownIds.ts'
import type { Log } from './log.ts'
import { limits, type WriteOutcome, type WriteRequest } from './model.ts'
import { createQueue, type Waiting, type WriteQueue } from './queue.ts'
import { openSession, type Session } from './session.ts'
import type { StreamStates } from './streamState.ts'
import type { Tail } from './tail.ts'

const reconnectMs = 50
const expiryMs = 100

export type Writer = Readonly<{
  /**
   * Answers when the outcome is committed or unknown (`unavailable`), or when the deadline (ms since the
   * epoch) is over.
   */
  write: (request: WriteRequest, deadline: number) => Promise<WriteOutcome>
  isLeading: () => boolean
  /** Resolves with whether this server holds the log, after `timeoutMs` at the latest. */
  leading: (timeoutMs: number) => Promise<boolean>
  /** Lets the batch under way finish, refuses the others. */
  stop: () => Promise<void>
}>

type Parts = Readonly<{
  databaseUrl: string
  log: Log
  states: StreamStates
  tail: Tail
  onStandby: () => void
}>

type Decisions = Pick<Parts, 'log' | 'states' | 'tail'> &
  Readonly<{ window: ReturnType<typeof createIdWindow> }>

/** Decides each request on the state left by the earlier ones, inserts once, then answers. */
const writeBatch = async (
  { log, states, tail, window }: Decisions,
  session: Session,
  waiting: readonly Waiting[],
): Promise<void> => {
  const now = Date.now()
  const batch = waiting.filter((item) => item.deadline > now)
  for (const item of waiting) if (item.deadline <= now) item.answer({ kind: 'timeout' })
  const requests = batch.map((item) => item.request)
  const streams = requests.map((request) => request.stream)
  await states.load(streams)
  const written = await log.written(repeatsPossible(requests, states.get))
  await states.load(streams)
  const { outcomes, events, changed } = decideBatch(requests, {
    lookup: states.get,
    window,
    written,
    head: tail.last(),
    now,
    newId: randomUUID,
  })
  if (events.length > 0) await session.insert(events)
  states.commit(changed)
  window.add(events)
  // Refusals wait for the commit as well: they may depend on events of the same batch.
  for (const [index, outcome] of outcomes.entries()) batch[index]?.answer(outcome)
  tail.publish(events)
}

/** Writes batch after batch until the session is lost, a write fails or the writer stops. */
const writeWhileLeading = async (
  decisions: Decisions,
  session: Session,
  queue: WriteQueue,
  stopping: AbortSignal,
): Promise<void> => {
  const lost = new AbortController()
  void session.lost.then((reason) => lost.abort(reason))
  const { signal: wake, unlink } = linkSignals(lost.signal, stopping)
  while (!wake.aborted) {
    await queue.filled(wake)
    if (wake.aborted) break
    const batch = queue.takeBatch()
    // The first answer counts: a write that hangs is reported as timed out, its outcome unknown.
    const overdue = setTimeout(() => {
      for (const { answer } of batch) answer({ kind: 'timeout' })
    }, limits.writeTimeoutMs)
    try {
      await writeBatch(decisions, session, batch)
    } catch (error) {
      for (const { answer } of batch)
        answer({ kind: 'unavailable', reason: 'the outcome of the write is unknown' })
      report('error', 'writing failed', { error: String(error), requests: batch.length })
      break
    } finally {
      clearTimeout(overdue)
    }
  }
  unlink()
}

/** Whether this server holds the log, and the callers that wait until it does. */
const createLeadership = () => {
  const waiters = new Set<() => void>()
  let leading = false
  return {
    isLeading: () => leading,
    gain: (): void => {
      leading = true
      for (const resume of waiters) resume()
    },
    lose: (): void => {
      leading = false
    },
    wait: async (timeoutMs: number): Promise<boolean> => {
      if (leading) return true
      await new Promise<void>((resolve) => {
        const resume = (): void => {
          clearTimeout(timeout)
          waiters.delete(resume)
          resolve()
        }
        const timeout = setTimeout(resume, timeoutMs)
        waiters.add(resume)
      })
      return leading
    },
  }
}

/** One loop writes everything: it takes the waiting requests and writes them together. */
export const startWriter = ({ databaseUrl, log, states, tail, onStandby }: Parts): Writer => {
  const queue = createQueue()
  const window = createIdWindow()
  const leadership = createLeadership()
  const stopping = new AbortController()

  /** Whatever happens in between, the session is closed: it holds the lock of the log. */
  const lead = async (): Promise<void> => {
    const session = await openSession(databaseUrl, stopping.signal, () => {
      report('info', 'another server holds the log, standing by')
      onStandby()
    })
    try {
      states.clear()
      window.reset(session.recent)
      tail.reset(session.head)
      report('info', 'holding the log', { head: String(session.head) })
      leadership.gain()
      await writeWhileLeading({ log, states, tail, window }, session, queue, stopping.signal)
    } finally {
      leadership.lose()
      session.close()
    }
  }

  const run = async (): Promise<void> => {
    let complained = false
    while (!stopping.signal.aborted) {
      try {
        await lead()
        complained = false
      } catch (error) {
        if (!complained && !stopping.signal.aborted)
          report('warn', 'cannot reach the log, trying again', { error: String(error) })
        complained = true
        await pause(reconnectMs, stopping.signal)
      }
    }
  }

  const expiry = setInterval(() => {
    queue.expire(
      Date.now(),
      leadership.isLeading()
        ? { kind: 'timeout' }
        : { kind: 'unavailable', reason: 'this server does not hold the log' },
    )
  }, expiryMs)
  const running = run()

  return {
    write: (request, deadline) => {
      if (stopping.signal.aborted) return Promise.resolve({ kind: 'unavailable', reason: 'shutting down' })
      // Querying now hides the time of the query behind the insert under way.
      states.prefetch(request.stream)
      return queue.add(request, deadline)
    },
    isLeading: leadership.isLeading,
    leading: leadership.wait,
    stop: async () => {
      stopping.abort()
      queue.refuseAll({ kind: 'unavailable', reason: 'shutting down' })
      await running
      clearInterval(expiry)
    },
  }
}
