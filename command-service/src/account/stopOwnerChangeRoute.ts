import { zStopOwnerChange } from '@hearth/contracts/account'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import { accountFold } from './account.state.ts'

/**
 * `POST /api/owner-changes/stop`: the link in the notice. The session need not be the account's, because an
 * owner who was removed can stop the change, too (docs/domain/account.md#owners).
 */
export const stopOwnerChangeRoute = ({
  handle,
  handler,
}: Readonly<{
  handle: (envelope: Envelope) => Promise<Outcome>
  handler: Pick<CommandHandler, 'view'>
}>): Route =>
  route({
    method: 'POST',
    path: '/api/owner-changes/stop',
    access: 'signed-in',
    tenant: 'none',
    rate: 'write',
    body: zStopOwnerChange,
    handler: async ({ principal: { actor }, body: { hostAccountId, changeId }, correlationId }) => {
      const outcome = await handle({
        ...createInternal(
          {
            kind: 'command',
            commandId: deriveId('stop-owner-change', changeId, actor.id),
            type: 'StopOwnerChange',
            id: hostAccountId,
            data: { changeId },
          },
          { correlationId },
        ),
        principal: { actor, listingIds: 'all' },
      })
      if (outcome.kind === 'rejected')
        throw new AppProblem(
          // Others learn nothing about the account, not even that it exists.
          outcome.code === 'FORBIDDEN' ? 'NOT_FOUND' : outcome.code,
          outcome.code === 'FORBIDDEN' ? undefined : outcome.detail,
        )
      const { state } = await handler.view(accountFold, hostAccountId, 0)
      const accountName = state.status === 'none' ? '' : String(state.profile['displayName'])
      return { status: 200, body: { accountName } }
    },
  })
