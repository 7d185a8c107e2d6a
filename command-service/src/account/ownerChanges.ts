import {
  OWNER_CHANGE_DELAY_HOURS,
  OWNER_CHANGE_OPEN_DAYS,
  type AccountCommand,
  type AccountEvent,
} from '@hearth/contracts/account'
import { addHours } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { unmet } from '../runtime/refusals.ts'
import type { Account, OwnerChange } from './account.state.ts'
import { createInvitation, refuseNew } from './invitationDecisions.ts'
import { changeAssignment, findActiveMember, removeMember } from './members.ts'
import { recentOwners } from './ownerRules.ts'
import { inOpen, noMember, type AccountContext } from './rules.ts'

type Data<T extends AccountCommand['type']> = OfType<AccountCommand, T>['data']
type Change = Pick<OwnerChange, 'kind' | 'memberId' | 'email' | 'role'>

const noChange = reject(
  'NOT_FOUND',
  'This change of owners is no longer open. Reload the page to see the current one.',
)

const isOpen = ({ state, expiresAt }: OwnerChange, { now }: AccountContext) =>
  state === 'approved' || (state === 'proposed' && now < expiresAt)

/** The change with this id while it waits for an approval or for its time. */
const findOpen = (
  { ownerChanges }: Account,
  changeId: string,
  ctx: AccountContext,
): OwnerChange | undefined => {
  const change = Object.hasOwn(ownerChanges, changeId) ? ownerChanges[changeId] : undefined
  return change !== undefined && isOpen(change, ctx) ? change : undefined
}

const describeChange = (
  change: Data<'ProposeOwnerChange'>['change'],
  { idFor }: Pick<AccountContext, 'idFor'>,
): Change => {
  switch (change.kind) {
    case 'invite':
      return { kind: 'invite', memberId: idFor('member'), email: change.email, role: 'owner' }
    case 'promote':
      return { kind: 'promote', memberId: change.memberId, email: null, role: 'owner' }
    case 'demote':
      return { kind: 'demote', memberId: change.memberId, email: null, role: change.role }
    case 'remove':
      return { kind: 'remove', memberId: change.memberId, email: null, role: null }
  }
}

/** The events of the change on the team as it is, or why it can't be made. */
const applyChange = (
  { kind, memberId, email, role }: Change,
  account: Account,
  ctx: AccountContext,
): readonly AccountEvent[] | Rejected => {
  if (kind === 'invite')
    return (
      refuseNew(account, email ?? '', ctx.now) ?? [
        createInvitation({ memberId, email: email ?? '', role: 'owner', listingIds: null }, ctx),
      ]
    )
  const member = findActiveMember(account, memberId)
  if (member === undefined) return noMember
  if ((member.role === 'owner') === (kind === 'promote'))
    return reject(
      'INVALID_TRANSITION',
      kind === 'promote' ? 'This member is already an owner.' : 'This member isn’t an owner.',
    )
  return role === null
    ? removeMember(account, member, 'removed', ctx.id)
    : changeAssignment(account, member, { role, listingIds: null }, ctx.id)
}

/** How staff give or take the role of owner, and how owners stop it (docs/domain/account.md#owners). */
export const decideOwnerChanges = {
  ProposeOwnerChange: inOpen(({ change, reasonText }: Data<'ProposeOwnerChange'>, account, ctx) => {
    const changeId = ctx.idFor('owner-change')
    if (Object.values(account.ownerChanges).some((other) => isOpen(other, ctx)))
      return reject('INVALID_TRANSITION', 'A change of owners is already open. Decide or decline it first.')
    const described = describeChange(change, ctx)
    const applied = applyChange(described, account, ctx)
    if ('ok' in applied) return applied
    return accept<AccountEvent>([
      {
        type: 'OwnerChangeProposed',
        data: {
          hostAccountId: ctx.id,
          changeId,
          ...described,
          reasonText,
          proposedBy: ctx.actor.id,
          expiresAt: addHours(ctx.now, OWNER_CHANGE_OPEN_DAYS * 24),
        },
      },
    ])
  }),
  ApproveOwnerChange: inOpen(({ changeId }: Data<'ApproveOwnerChange'>, account, ctx) => {
    const change = findOpen(account, changeId, ctx)
    if (change === undefined) return noChange
    if (change.state === 'approved')
      return reject('ALREADY_DECIDED', 'This change of owners has already been approved.')
    if (change.proposedBy === ctx.actor.id)
      return reject('FOUR_EYES_SAME_ACTOR', 'You proposed this change, so another admin has to approve it.')
    const applied = applyChange(change, account, ctx)
    if ('ok' in applied) return applied
    return accept<AccountEvent>([
      {
        type: 'OwnerChangeApproved',
        data: {
          hostAccountId: ctx.id,
          changeId,
          approvedBy: ctx.actor.id,
          effectiveAt: addHours(ctx.now, OWNER_CHANGE_DELAY_HOURS),
          ownerIds: recentOwners(account, ctx.now).map(({ memberId }) => memberId),
        },
      },
    ])
  }),
  DeclineOwnerChange: inOpen(({ changeId }: Data<'DeclineOwnerChange'>, account, ctx) =>
    findOpen(account, changeId, ctx) === undefined
      ? noChange
      : accept<AccountEvent>([
          {
            type: 'OwnerChangeDeclined',
            data: { hostAccountId: ctx.id, changeId, declinedBy: ctx.actor.id },
          },
        ]),
  ),
  StopOwnerChange: inOpen(({ changeId }: Data<'StopOwnerChange'>, account, ctx) => {
    const change = Object.hasOwn(account.ownerChanges, changeId) ? account.ownerChanges[changeId] : undefined
    const me = Object.values(account.members).find(
      ({ userId, status, role, memberId }) =>
        userId === ctx.actor.id &&
        ((status === 'active' && role === 'owner') || change?.approved?.ownerIds.includes(memberId) === true),
    )
    if (me === undefined)
      return reject('FORBIDDEN', 'Only people who own this account, or did until recently, can stop this.')
    if (change?.state === 'stopped') return accept<AccountEvent>([])
    if (change?.state !== 'approved') return noChange
    return accept<AccountEvent>([
      { type: 'OwnerChangeStopped', data: { hostAccountId: ctx.id, changeId, memberId: me.memberId } },
    ])
  }),
  CompleteOwnerChange: inOpen(({ changeId }: Data<'CompleteOwnerChange'>, account, ctx) => {
    const change = findOpen(account, changeId, ctx)
    if (change?.approved == null) return noChange
    if (ctx.now < change.approved.effectiveAt)
      return unmet('TOO_EARLY', 'Owners change only after 72 hours.', '/account')
    const of = { hostAccountId: ctx.id, changeId }
    const applied = applyChange(change, account, ctx)
    return accept<AccountEvent>(
      'ok' in applied
        ? [{ type: 'OwnerChangeLapsed', data: of }]
        : [...applied, { type: 'OwnerChangeCompleted', data: of }],
    )
  }),
}
