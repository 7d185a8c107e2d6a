import { zStopOwnerChange } from '@hearth/contracts/account'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { Actor } from '@hearth/contracts/kernel/message'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { actorOf } from '../login/people.ts'
import type { LoginTools } from '../login/tools.ts'
import { verifyLogin } from '../login/verifyLogin.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import { accountFold } from './account.state.ts'

/** The host of a complete session; staff who impersonate are not the host. */
const hostOf = (principal: Principal | undefined): Actor => {
  const isHost =
    principal?.actor.kind === 'host' &&
    principal.impersonation === undefined &&
    principal.endedImpersonation === undefined &&
    principal.secondFactor === undefined
  if (!isHost) throw new AppProblem('UNAUTHENTICATED')
  return principal.actor
}

/**
 * `POST /api/owner-changes/stop`: the link in the notice, with a session or with an email address and
 * password. An owner who was removed from their only account has no session any more, and can stop the change,
 * too (docs/domain/account.md#owners).
 */
export const stopOwnerChangeRoute = (
  tools: LoginTools,
  {
    handle,
    handler,
  }: Readonly<{ handle: (envelope: Envelope) => Promise<Outcome>; handler: Pick<CommandHandler, 'view'> }>,
): Route =>
  route({
    method: 'POST',
    path: '/api/owner-changes/stop',
    access: 'public',
    tenant: 'none',
    rate: 'login',
    body: zStopOwnerChange,
    handler: async (request) => {
      const { hostAccountId, changeId, login } = request.body
      const verified = login === undefined ? undefined : await verifyLogin(tools, login, request)
      const actor =
        verified === undefined
          ? hostOf(await tools.principals.resolve(request.headers))
          : actorOf(verified.person)
      await verified?.attempt.succeed()
      const outcome = await handle({
        ...createInternal(
          {
            kind: 'command',
            commandId: deriveId('stop-owner-change', changeId, actor.id),
            type: 'StopOwnerChange',
            id: hostAccountId,
            data: { changeId },
          },
          { correlationId: request.correlationId },
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
