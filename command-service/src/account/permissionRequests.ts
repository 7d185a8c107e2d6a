import type { AccountCommand, AccountEvent } from '@hearth/contracts/account'
import { can, isHost, type Capability } from '@hearth/contracts/kernel/access'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { changeAssignment, findActiveMember } from './members.ts'
import { refuseStaffOnOwners } from './ownerRules.ts'
import { byMember, inOpen, refuseRole } from './rules.ts'

type Data<T extends AccountCommand['type']> = OfType<AccountCommand, T>['data']

const MAX_OPEN_REQUESTS = 5

/** Members ask for permissions, and owners answer (docs/domain/account.md#team). */
export const decidePermissionRequests = {
  RequestPermission: byMember(
    (
      { capability, text }: Data<'RequestPermission'>,
      account,
      { memberId, userId, role, listingIds },
      ctx,
    ) => {
      const open = Object.values(account.requests).filter(
        (request) => request.open && request.memberId === memberId,
      )
      if (open.some((request) => request.capability === capability)) return accept<AccountEvent>([])
      if (!can('owner', capability))
        return reject('POLICY_VIOLATION', 'No member of the account can give you this permission.', {
          rule: 'not_theirs',
        })
      if (can(role, capability) && listingIds === null)
        return reject('INVALID_TRANSITION', 'You already have this permission.')
      if (open.length >= MAX_OPEN_REQUESTS)
        return reject('LIMIT_EXCEEDED', 'You already have an open request. Wait for an answer first.', {
          limit: MAX_OPEN_REQUESTS,
        })
      return accept<AccountEvent>([
        {
          type: 'PermissionRequested',
          data: {
            hostAccountId: ctx.id,
            requestId: ctx.idFor('request'),
            memberId,
            userId,
            capability,
            text,
          },
        },
      ])
    },
  ),
  AcceptPermissionRequest: inOpen(
    ({ requestId, ...assignment }: Data<'AcceptPermissionRequest'>, account, ctx) => {
      const request = account.requests[requestId]
      if (request === undefined) return reject('NOT_FOUND', 'This request doesn’t exist.')
      if (!request.open) return reject('ALREADY_DECIDED', 'This request has already been decided.')
      const member = findActiveMember(account, request.memberId)
      if (member === undefined)
        return reject(
          'INVALID_TRANSITION',
          'The person who sent this request is no longer a member of the account.',
        )
      if (!isHost(assignment.role) || !can(assignment.role, request.capability as Capability))
        return wrongField('/role', 'This role doesn’t include the requested permission. Choose another role.')
      const refusal =
        refuseRole(assignment, ctx.facts) ?? refuseStaffOnOwners(ctx.actor, member.role, assignment.role)
      if (refusal !== undefined) return refusal
      const events = changeAssignment(account, member, assignment, ctx.id)
      if ('ok' in events) return events
      return accept<AccountEvent>([
        ...events,
        {
          type: 'PermissionRequestAccepted',
          data: { hostAccountId: ctx.id, requestId, memberId: request.memberId },
        },
      ])
    },
  ),
  DeclinePermissionRequest: inOpen(({ requestId }: Data<'DeclinePermissionRequest'>, account, ctx) => {
    const request = account.requests[requestId]
    if (request === undefined) return reject('NOT_FOUND', 'This request doesn’t exist.')
    if (!request.open) return reject('ALREADY_DECIDED', 'This request has already been decided.')
    return accept<AccountEvent>([
      {
        type: 'PermissionRequestDeclined',
        data: { hostAccountId: ctx.id, requestId, memberId: request.memberId },
      },
    ])
  }),
}
