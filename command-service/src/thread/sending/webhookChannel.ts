import { zDeliveryFailure } from '@hearth/contracts/thread'
import type { Secret } from '@hearth/platform/config/secret'
import { signWebhook } from '@hearth/platform/http/webhookSignature'
import { deadline } from '@hearth/platform/retry/deadline'
import { z } from 'zod'
import {
  CHANNEL_DEADLINE_MS,
  type HandOverAnswer,
  type MessageChannel,
  type OutgoingMessage,
} from './channel.ts'

/** Signs what goes to the channel and what comes from it. */
export const SIGNATURE_HEADER = 'x-channel-signature'

export type WebhookChannelOptions = Readonly<{
  url: string
  secret: Secret
  deadlineMs?: number
  /** Milliseconds. */
  now?: () => number
}>

const zAccepted = z.object({ messageId: z.string() })
const zRefused = z.object({ messageId: z.string(), reason: zDeliveryFailure })

/** Only an answer that names the message counts: a proxy on the way answers 200 or 422 as well. */
const readAnswer = (status: number, body: unknown, messageId: string): HandOverAnswer => {
  const accepted = status === 200 || status === 202 ? zAccepted.safeParse(body).data : undefined
  if (accepted?.messageId === messageId) return { kind: 'accepted' }
  const refused = status === 422 ? zRefused.safeParse(body).data : undefined
  return refused?.messageId === messageId
    ? { kind: 'failed', reason: refused.reason }
    : { kind: 'unknown', why: `status ${status}` }
}

const post = async (
  { url, secret, deadlineMs = CHANNEL_DEADLINE_MS, now = Date.now }: WebhookChannelOptions,
  message: OutgoingMessage,
): Promise<HandOverAnswer> => {
  const body = JSON.stringify(message)
  const response = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: deadline(deadlineMs),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': message.messageId,
      [SIGNATURE_HEADER]: signWebhook(secret.reveal(), body, Math.floor(now() / 1_000)),
    },
  })
  return readAnswer(response.status, await response.json(), message.messageId)
}

/** The gateway over HTTP (docs/domain/thread.md#the-gateways-side). Each call is signed with the time and the body. */
export const createWebhookChannel = (options: WebhookChannelOptions): MessageChannel => ({
  handOver: async (message) => {
    try {
      return await post(options, message)
    } catch (error) {
      return { kind: 'unknown', why: error instanceof Error ? error.name : 'no answer' }
    }
  },
})
