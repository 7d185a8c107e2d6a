import type { AccountCommand, AccountEvent } from '@hearth/contracts/account'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, type Rejected } from '../runtime/decider.ts'
import { unmet } from '../runtime/refusals.ts'
import { activeMembers, type Account, type Member } from './account.state.ts'
import { refuseStaffOnOwners } from './ownerRules.ts'
import { byMember, inOpen, noMember, refuseRole, type Assignment } from './rules.ts'

type Data<T extends AccountCommand['type']> = OfType<AccountCommand, T>['data']
type ActiveMember = Member & Readonly<{ userId: string }>

const isSameAssignment = (one: Assignment | Member, other: Assignment) =>
  one.role === other.role && JSON.stringify(one.listingIds) === JSON.stringify(other.listingIds)
/** An open transfer of ownership ends when one of its two members leaves or changes roles. */
const cancelTransfer = (
  { transfer }: Account,
  memberId: string,
  hostAccountId: string,
): readonly AccountEvent[] =>
  transfer !== null && (transfer.fromMemberId === memberId || transfer.toMemberId === memberId)
    ? [
        {
          type: 'OwnershipTransferCancelled',
          data: { hostAccountId, transferId: transfer.transferId, reason: 'member_gone' },
        },
      ]
    : []

const isLastOwner = (account: Account, member: Member) =>
  member.role === 'owner' && activeMembers(account).filter(({ role }) => role === 'owner').length === 1
const lastOwner = unmet(
  'LAST_OWNER',
  'An account needs at least one owner. Make someone else an owner first.',
  '/account',
)

export const findActiveMember = (account: Account, memberId: string): ActiveMember | undefined => {
  const member = account.members[memberId]
  return member?.status === 'active' && member.userId !== null
    ? { ...member, userId: member.userId }
    : undefined
}

/** The events of a new role or new listings, or why the member keeps the old ones. */
export const changeAssignment = (
  account: Account,
  member: ActiveMember,
  assignment: Assignment,
  hostAccountId: string,
): readonly AccountEvent[] | Rejected => {
  if (isSameAssignment(member, assignment)) return []
  if (assignment.role !== 'owner' && isLastOwner(account, member)) return lastOwner
  const { memberId, userId, role, listingIds } = member
  const before = { role, listingIds: listingIds === null ? null : [...listingIds] }
  const cancelled = role === assignment.role ? [] : cancelTransfer(account, memberId, hostAccountId)
  return [
    {
      type: 'MemberChanged',
      data: {
        hostAccountId,
        memberId,
        userId,
        role: assignment.role,
        listingIds: assignment.listingIds,
        before,
      },
    },
    ...cancelled,
  ]
}

/** The events of a member's leaving, or why the member stays. */
export const removeMember = (
  account: Account,
  member: ActiveMember,
  reason: 'removed' | 'left',
  hostAccountId: string,
): readonly AccountEvent[] | Rejected =>
  isLastOwner(account, member)
    ? lastOwner
    : [
        {
          type: 'MemberRemoved',
          data: { hostAccountId, memberId: member.memberId, userId: member.userId, reason },
        },
        ...cancelTransfer(account, member.memberId, hostAccountId),
      ]

const acceptAll = (events: readonly AccountEvent[] | Rejected) => ('ok' in events ? events : accept(events))

/** Roles of members, and how they leave (docs/domain/account.md#team). */
export const decideMembers = {
  ChangeMemberRole: inOpen(({ memberId, ...assignment }: Data<'ChangeMemberRole'>, account, ctx) => {
    const member = findActiveMember(account, memberId)
    if (member === undefined) return noMember
    return (
      refuseRole(assignment, ctx.facts) ??
      refuseStaffOnOwners(ctx.actor, member.role, assignment.role) ??
      acceptAll(changeAssignment(account, member, assignment, ctx.id))
    )
  }),
  RemoveMember: inOpen(({ memberId }: Data<'RemoveMember'>, account, ctx) => {
    const member = findActiveMember(account, memberId)
    if (member === undefined) return noMember
    const reason = member.userId === ctx.actor.id ? 'left' : 'removed'
    const events = removeMember(account, member, reason, ctx.id)
    if ('ok' in events) return events
    return refuseStaffOnOwners(ctx.actor, member.role, null) ?? accept(events)
  }),
  LeaveAccount: byMember((_data: Data<'LeaveAccount'>, account, me, ctx) =>
    acceptAll(removeMember(account, me, 'left', ctx.id)),
  ),
}
