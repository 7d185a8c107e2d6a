import { zInstant } from '@hearth/contracts/kernel/dates'
import { deriveId, zId } from '@hearth/contracts/kernel/ids'
import { RECEIPTS, zDeliveryFailure } from '@hearth/contracts/thread'
import type { Secret } from '@hearth/platform/config/secret'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { parseJson } from '@hearth/platform/http/body'
import type { Route } from '@hearth/platform/http/route'
import { webhookRoute } from '@hearth/platform/http/webhookRoute'
import { z } from 'zod'
import type { CommandHandler } from '../../runtime/commandHandler.ts'
import { createInternal } from '../../runtime/internal.ts'
import { SIGNATURE_HEADER } from './webhookChannel.ts'

/** `id`: the channel's own of the receipt, which counts once. A reason that we don't know counts as `rejected`. */
const zReceipt = z.strictObject({
  id: z.string().min(1).max(100),
  threadId: zId,
  messageId: zId,
  status: z.enum(RECEIPTS),
  at: zInstant,
  reason: zDeliveryFailure.catch('rejected').optional(),
})

export type ReceiptOptions = Readonly<{
  handler: Pick<CommandHandler, 'handle'>
  /** Without it, every receipt is rejected. */
  secret: Secret | undefined
  now?: () => number
}>

/**
 * `POST /api/webhooks/messages`: the channel reports what reached guests and what they read. What is unsigned or
 * too old changes nothing; what is repeated, late, or about a message that we don't know gets the same answer.
 * Answers 2xx only after the receipt is recorded.
 */
export const receiptRoute = ({ handler, secret, now }: ReceiptOptions): Route =>
  webhookRoute({
    path: '/api/webhooks/messages',
    header: SIGNATURE_HEADER,
    maxBytes: 5_000,
    secret,
    now,
    parse: parseJson,
    handle: async (body) => {
      const receipt = zReceipt.safeParse(body)
      if (!receipt.success) return new AppProblem('VALIDATION_FAILED', 'This isn’t a receipt of a message.')
      const { id, threadId, messageId, status, at, reason = null } = receipt.data
      const outcome = await handler.handle(
        createInternal(
          {
            kind: 'command',
            commandId: deriveId('message-receipt', id, messageId),
            type: 'RecordReceipt',
            id: threadId,
            data: { messageId, status, at, reason },
          },
          { correlationId: deriveId('message-delivery', threadId) },
        ),
      )
      return outcome.kind === 'rejected' && outcome.code !== 'NOT_FOUND'
        ? new AppProblem(outcome.code, outcome.detail)
        : { status: 204 }
    },
  })
