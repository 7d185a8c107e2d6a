import { deriveId } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { createInternal } from '../runtime/internal.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import type { AcceptInvitation } from './redeemTicket.ts'

/**
 * An invitation's context names the account and the invited member (docs/domain/account.md#team); following
 * the link accepts it.
 */
export const acceptInvitation =
  (handle: (envelope: Envelope) => Promise<Outcome>): AcceptInvitation =>
  async ({ id, context }, { userId, email, displayName }, { correlationId, traceparent }) => {
    const { hostAccountId, memberId } = context
    if (hostAccountId === undefined || memberId === undefined) return
    const outcome = await handle(
      createInternal(
        {
          kind: 'command',
          commandId: deriveId('accept-invitation', id, userId),
          type: 'AcceptInvitation',
          id: hostAccountId,
          data: { memberId, userId, name: displayName, email },
        },
        { correlationId, traceparent },
      ),
    )
    if (outcome.kind === 'rejected') throw new AppProblem(outcome.code, outcome.detail)
  }
