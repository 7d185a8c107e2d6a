import { computeBackoffMs } from '../retry/backoff.ts'
import { createLoop } from '../retry/createLoop.ts'
import type { Log } from '../telemetry/log.ts'
import type { MailQueue, WaitingMail } from './mailQueue.ts'
import type { Message } from './message.ts'
import { MailRefusedError, type SendMail } from './sendMail.ts'

const PAGE = 16
const POLL_MS = 300
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 600_000

export type MailWorkerOptions = Readonly<{
  queue: MailQueue
  send: SendMail['send']
  /** Makes the message of what waits, by its kind; undefined: there is nothing to be sent. */
  makers: Readonly<
    Record<
      string,
      (content: unknown, createdAt: string) => Promise<Message | undefined> | Message | undefined
    >
  >
  log: Log
}>

export type MailWorker = Readonly<{
  /** One round over everything that waits. Several may run at the same time, in any process. */
  deliver: () => Promise<void>
  start: () => void
  stop: () => Promise<void>
}>

/**
 * Sends what waits, again and again until it is taken or refused for good. Logs say which mail, never to whom
 * or what.
 */
export const createMailWorker = ({ queue, send, makers, log }: MailWorkerOptions): MailWorker => {
  const loop = createLoop({ pauseMs: POLL_MS, name: 'mail', log })

  const deliverOne = async ({ id, kind, content, attempts, createdAt }: WaitingMail): Promise<void> => {
    try {
      const make = makers[kind]
      if (!make) throw new Error(`No worker creates emails of the kind ${kind}`)
      const message = await make(content, createdAt)
      if (message) await send(message)
      await queue.remove(id)
    } catch (error) {
      if (error instanceof MailRefusedError) {
        log.error({ type: kind, reason: error.message }, 'mail: refused for good')
        await queue.remove(id)
        return
      }
      // Servers repeat addresses in their answers, so only the kind of failure is logged.
      const reason = error instanceof Error ? String(Reflect.get(error, 'code') ?? error.name) : 'unknown'
      log.warn({ type: kind, attempt: attempts, reason }, 'mail: will be tried again')
      await queue.putBack(id, reason, computeBackoffMs(attempts - 1, FIRST_PAUSE_MS, MAX_PAUSE_MS))
    }
  }

  const deliver = async (): Promise<void> => {
    for (let taken = PAGE; taken === PAGE && !loop.signal.aborted;) {
      const waiting = await queue.take(PAGE)
      taken = waiting.length
      for (const mail of waiting) await deliverOne(mail)
    }
  }

  return {
    deliver,
    start: () => loop.start(deliver),
    stop: loop.stop,
  }
}
