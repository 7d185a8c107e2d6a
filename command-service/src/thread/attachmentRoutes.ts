import { zId } from '@hearth/contracts/kernel/ids'
import { deriveThreadId, zAttachmentQuery, zFirstAttachmentQuery } from '@hearth/contracts/thread'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import { UPLOAD_WITHIN_MS, type Intake } from '../file/intake.ts'
import { readHostAccount } from '../runtime/api.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Refused } from '../runtime/outcome.ts'
import { threadFold } from './thread.state.ts'

const raw = {
  method: 'POST',
  tenant: 'own',
  rate: 'write',
  content: 'raw',
  deadlineMs: UPLOAD_WITHIN_MS,
} as const

const toProblem = ({ code, detail, facts }: Refused) => new AppProblem(code, detail, facts)

/**
 * Files of messages are uploaded before the message is sent, by those who may send it
 * (docs/domain/thread.md#attachments).
 */
export const attachmentRoutes = ({
  intake,
  handler,
}: Readonly<{ intake: Intake; handler: Pick<CommandHandler, 'locate' | 'view'> }>): readonly Route[] => [
  route({
    ...raw,
    path: '/api/threads/:id/attachments',
    access: { capability: 'thread.write' },
    params: z.strictObject({ id: zId }),
    query: zAttachmentQuery,
    handler: async ({ principal, params: { id: threadId }, query: { name }, correlationId, ...request }) =>
      intake(request, async (commandId) => {
        const type = 'SendMessage'
        const target = await handler.locate({
          type,
          id: threadId,
          data: {},
          principal,
          commandId,
          correlationId,
        })
        if (target.kind === 'rejected') return toProblem(target)
        const { state } = await handler.view(threadFold, threadId)
        if (state.status === 'none') return new AppProblem('NOT_FOUND')
        return { tenantId: target.tenantId, listingId: state.listingId, threadId, name }
      }),
  }),
  // Before there is a conversation, a file is for the first message of either side.
  ...(
    [
      ['/api/first-attachments', 'thread.write', 'WriteToGuest'],
      ['/api/guest-attachments', 'thread.receive', 'ReceiveGuestMessage'],
    ] as const
  ).map(([path, capability, type]) =>
    route({
      ...raw,
      path,
      access: { capability },
      query: zFirstAttachmentQuery,
      handler: async ({ principal, query: { listingId, guestRef, name }, correlationId, ...request }) =>
        intake(request, async (commandId) => {
          const hostAccountId = readHostAccount(request.headers)
          const target = await handler.locate({
            type,
            data: { listingId, guest: { guestRef } },
            principal,
            commandId,
            correlationId,
            ...(hostAccountId !== undefined && { hostAccountId }),
          })
          if (target.kind === 'rejected') return toProblem(target)
          return { tenantId: target.tenantId, listingId, threadId: deriveThreadId(listingId, guestRef), name }
        }),
    }),
  ),
]
