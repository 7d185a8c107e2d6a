import { setTimeout as wait } from 'node:timers/promises'
import { addMilliseconds } from '@hearth/contracts/kernel/dates'
import { newId } from '@hearth/contracts/kernel/ids'
import { MESSAGE_AUTHORS } from '@hearth/contracts/thread'
import { SIGNATURE_HEADER } from '@hearth/command-service/thread/sending/webhookChannel'
import { isSigned } from '@hearth/platform/http/webhookSignature'
import express, { type Response, type Router } from 'express'
import { z } from 'zod'
import { chance } from '../bank/hostility.ts'
import { zChannelHostility, type ChannelHostility } from './hostility.ts'
import { openChannelBooks } from './channelBooks.ts'
import { startReceipts } from './receipts.ts'

/** A message with this word does not reach its guest the first time. */
const UNREACHABLE = /\bunreachable\b/i

const zMessage = z.strictObject({
  messageId: z.string(),
  threadId: z.string(),
  listingId: z.string(),
  guestRef: z.string(),
  author: z.enum(MESSAGE_AUTHORS),
  body: z.string(),
  attachments: z.array(z.object({ fileId: z.string() })),
  sentAt: z.string(),
})
export type ChannelMessage = z.infer<typeof zMessage>

/** A message that the channel took. `failed`: it did not reach its guest. */
type Taken = Readonly<{ message: ChannelMessage; failed: boolean }>

/** From taking a message to the guest's device, and from there to the guest's eyes. Milliseconds. */
export type Pace = Readonly<{ deliverMs: number; readMs: number }>
const HUMAN_PACE: Pace = { deliverMs: 3_000, readMs: 40_000 }

export type SandboxChannelOptions = Readonly<{
  /** The file of what the channel remembers. */
  file: string
  secret: string
  /** Where receipts go. */
  receiptsUrl: string
  seed?: string
  hostility?: Partial<ChannelHostility>
  pace?: Pace
}>

/**
 * The gateway for demonstrations and tests: it takes each message once under its key, says when it was delivered,
 * and its guests read. It misbehaves as its hostility says, by seeded chance.
 */
export const openSandboxChannel = (options: SandboxChannelOptions) => {
  const { file, secret, receiptsUrl, seed = 'sandbox', pace = HUMAN_PACE } = options
  let hostility = zChannelHostility.parse(options.hostility ?? {})
  const books = openChannelBooks(file)
  const receipts = startReceipts({ secret, url: receiptsUrl, books })
  /** What this process took, with its text. */
  const taken = new Map<string, Taken>()
  const calls = new Map<string, number>()

  const report = ({ message: { threadId, messageId }, failed }: Taken): void => {
    const { receiptDelayMs, duplicateReceipt } = hostility
    const delay = (label: string) => chance(seed, 'delay', label, messageId) * receiptDelayMs
    const times = (label: string) => (chance(seed, 'twice', label, messageId) < duplicateReceipt ? 2 : 1)
    const send = (status: 'delivered' | 'read' | 'failed', afterMs: number) =>
      receipts.send({
        receipt: {
          id: newId(),
          threadId,
          messageId,
          status,
          ...(status === 'failed' && { reason: 'unreachable' }),
          at: addMilliseconds(new Date().toISOString(), Math.round(afterMs + delay(status))),
        },
        times: times(status),
      })
    if (failed) return send('failed', pace.deliverMs)
    send('delivered', pace.deliverMs)
    send('read', pace.deliverMs + pace.readMs)
  }

  /** Takes a message, unless it did already; one that did not reach its guest is tried again. */
  const take = (message: ChannelMessage): void => {
    const { messageId } = message
    const known = books.message(messageId)
    if (known !== undefined && !known.failed) return
    const failed = known === undefined && UNREACHABLE.test(message.body)
    books.add({ kind: 'message', messageId, failed })
    taken.set(messageId, { message, failed })
    report({ message, failed })
  }

  const answer = async (message: ChannelMessage, response: Response): Promise<void> => {
    const { messageId } = message
    const call = (calls.get(messageId) ?? 0) + 1
    calls.set(messageId, call)
    const happens = (what: string, share: number) => chance(seed, what, messageId, call) < share
    const { errorBefore, errorAfter, cutAfter, wrongAfter, late, lateMs } = hostility
    if (happens('errorBefore', errorBefore)) return void response.status(500).json({})
    take(message)
    if (happens('errorAfter', errorAfter)) return void response.status(500).json({})
    if (happens('cutAfter', cutAfter)) return void response.destroy()
    if (happens('wrongAfter', wrongAfter)) return void response.json({ messageId: message.threadId })
    if (happens('late', late)) await wait(lateMs)
    if (!response.destroyed) response.status(202).json({ messageId })
  }

  const api: Router = express.Router()
  api.post('/', express.raw({ type: () => true, limit: '50kb' }), async (request, response) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (!isSigned(secret, request.get(SIGNATURE_HEADER), body, Date.now() / 1_000))
      return void response.status(401).json({ code: 'unauthenticated' })
    const message = zMessage.safeParse(JSON.parse(body.toString('utf8')))
    if (!message.success || request.get('idempotency-key') !== message.data.messageId)
      return void response.status(400).json({ code: 'malformed' })
    await answer(message.data, response)
  })

  return {
    api,
    taken: (): readonly Taken[] => [...taken.values()],
    setHostility: (next: Partial<ChannelHostility>): void => {
      hostility = zChannelHostility.parse(next)
    },
    close: (): void => {
      receipts.stop()
      books.close()
    },
  }
}
export type SandboxChannel = ReturnType<typeof openSandboxChannel>
