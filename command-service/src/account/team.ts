import {
  INVITATION_DAYS,
  MAX_MEMBERS,
  type AccountCommand,
  type AccountEvent,
} from '@hearth/contracts/account'
import { can, isHost, type Capability } from '@hearth/contracts/kernel/access'
import { addHours } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { unmet, wrongField } from '../runtime/refusals.ts'
import { activeMembers, memberOfUser, type Account, type Member } from './account.state.ts'
import { byMember, inOpen, noMember, refusePlace, type AccountContext } from './rules.ts'

type Data<T extends AccountCommand['type']> = OfType<AccountCommand, T>['data']
type Place = Readonly<{ role: Member['role']; listingIds: string[] | null }>

const MAX_OPEN_REQUESTS = 5

const samePlace = (one: Place | Member, other: Place) =>
  one.role === other.role && JSON.stringify(one.listingIds) === JSON.stringify(other.listingIds)
const isWithin = (inner: readonly string[] | null, outer: readonly string[] | null) =>
  outer === null || (inner !== null && inner.every((id) => outer.includes(id)))

/**
 * A co-host invites people to look after messages or the calendar, of listings that they look after
 * themselves (docs/domain/access.md#limits-of-a-role).
 */
const beyondCohost = (
  account: Account,
  { actor }: AccountContext,
  { role, listingIds }: Place,
): Rejected | undefined => {
  if (actor.role !== 'cohost_full') return undefined
  const me = memberOfUser(account, actor.id)
  if (me === undefined || (role !== 'cohost_messaging' && role !== 'cohost_calendar'))
    return reject('FORBIDDEN', 'Co-hosts can only invite messaging and calendar co-hosts.')
  return isWithin(listingIds, me.listingIds)
    ? undefined
    : reject('LISTING_SCOPE_DENIED', 'You can only share listings that you manage yourself.')
}

const isOpenInvitation = ({ status, expiresAt }: Member, now: string) =>
  status === 'invited' && expiresAt !== null && now < expiresAt

const refuseNew = (account: Account, email: string, now: string): Rejected | undefined => {
  const there = Object.values(account.members).filter(
    (member) => member.status === 'active' || isOpenInvitation(member, now),
  )
  if (there.some((member) => member.email === email))
    return reject('DUPLICATE', 'Someone with this email address is already a member or invited.')
  return there.length >= MAX_MEMBERS
    ? reject(
        'LIMIT_EXCEEDED',
        `An account can have up to ${MAX_MEMBERS} members and invitations. Remove a member or withdraw an invitation first.`,
        {
          limit: MAX_MEMBERS,
        },
      )
    : undefined
}

/**
 * What changes with somebody who goes or is no longer an owner: ownership on its way from or to them stays
 * where it is.
 */
const transferEnds = (
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

const activeOf = (
  account: Account,
  memberId: string,
): (Member & Readonly<{ userId: string }>) | undefined => {
  const member = account.members[memberId]
  return member?.status === 'active' && member.userId !== null
    ? { ...member, userId: member.userId }
    : undefined
}

const changed = (
  account: Account,
  member: Member & Readonly<{ userId: string }>,
  place: Place,
  hostAccountId: string,
): readonly AccountEvent[] | Rejected => {
  if (samePlace(member, place)) return []
  if (place.role !== 'owner' && isLastOwner(account, member)) return lastOwner
  const { memberId, userId, role, listingIds } = member
  const before = { role, listingIds: listingIds === null ? null : [...listingIds] }
  const ends = role === place.role ? [] : transferEnds(account, memberId, hostAccountId)
  return [
    {
      type: 'MemberChanged',
      data: { hostAccountId, memberId, userId, role: place.role, listingIds: place.listingIds, before },
    },
    ...ends,
  ]
}

const removed = (
  account: Account,
  member: Member & Readonly<{ userId: string }>,
  reason: 'removed' | 'left',
  hostAccountId: string,
) =>
  isLastOwner(account, member)
    ? lastOwner
    : accept<AccountEvent>([
        {
          type: 'MemberRemoved',
          data: { hostAccountId, memberId: member.memberId, userId: member.userId, reason },
        },
        ...transferEnds(account, member.memberId, hostAccountId),
      ])

const joined = (
  account: Account,
  hostAccountId: string,
  data: Place & Readonly<{ memberId: string; userId: string; name: string; email: string }>,
) =>
  memberOfUser(account, data.userId) === undefined
    ? accept<AccountEvent>([{ type: 'MemberJoined', data: { hostAccountId, ...data } }])
    : reject('DUPLICATE', 'This person is already a member of the account.')

/** Who looks after an account, and with which rights (docs/domain/account.md#team). */
export const decideTeam = {
  InviteMember: inOpen((data: Data<'InviteMember'>, account, ctx) => {
    const refusal =
      beyondCohost(account, ctx, data) ??
      refusePlace(data, ctx.facts) ??
      refuseNew(account, data.email, ctx.now)
    const memberId = ctx.idFor('member')
    return (
      refusal ??
      accept<AccountEvent>([
        {
          type: 'MemberInvited',
          data: {
            hostAccountId: ctx.id,
            memberId,
            ...data,
            expiresAt: addHours(ctx.now, INVITATION_DAYS * 24),
          },
        },
      ])
    )
  }),
  WithdrawInvitation: inOpen(({ memberId }: Data<'WithdrawInvitation'>, account, ctx) => {
    const member = account.members[memberId]
    if (member === undefined) return noMember
    if (member.status !== 'invited')
      return reject(
        'INVALID_TRANSITION',
        member.status === 'active'
          ? 'This invitation has already been accepted.'
          : 'This invitation has already been withdrawn.',
      )
    return (
      beyondCohost(account, ctx, {
        role: member.role,
        listingIds: member.listingIds === null ? null : [...member.listingIds],
      }) ?? accept<AccountEvent>([{ type: 'InvitationWithdrawn', data: { hostAccountId: ctx.id, memberId } }])
    )
  }),
  AcceptInvitation: inOpen(({ memberId, userId, name, email }: Data<'AcceptInvitation'>, account, ctx) => {
    const member = account.members[memberId]
    if (member === undefined) return noMember
    if (member.status !== 'invited')
      return reject('INVALID_TRANSITION', 'This invitation is no longer open. Ask an owner for a new one.')
    if (!isOpenInvitation(member, ctx.now))
      return reject('TICKET_EXPIRED', 'This invitation has expired. Ask an owner for a new one.')
    return joined(account, ctx.id, {
      memberId,
      userId,
      name,
      email,
      role: member.role,
      listingIds: member.listingIds === null ? null : [...member.listingIds],
    })
  }),
  ImportMember: inOpen(
    (data: Data<'ImportMember'>, account, ctx) =>
      refusePlace(data, ctx.facts) ?? joined(account, ctx.id, { memberId: ctx.idFor('member'), ...data }),
  ),
  ChangeMemberRole: inOpen(({ memberId, ...place }: Data<'ChangeMemberRole'>, account, ctx) => {
    const member = activeOf(account, memberId)
    if (member === undefined) return noMember
    const refusal = refusePlace(place, ctx.facts)
    if (refusal !== undefined) return refusal
    const events = changed(account, member, place, ctx.id)
    return 'ok' in events ? events : accept(events)
  }),
  RemoveMember: inOpen(({ memberId }: Data<'RemoveMember'>, account, ctx) => {
    const member = activeOf(account, memberId)
    return member === undefined
      ? noMember
      : removed(account, member, member.userId === ctx.actor.id ? 'left' : 'removed', ctx.id)
  }),
  LeaveAccount: byMember((_data: Data<'LeaveAccount'>, account, me, ctx) =>
    removed(account, me, 'left', ctx.id),
  ),
  RequestPermission: byMember(
    (
      { capability, text }: Data<'RequestPermission'>,
      account,
      { memberId, userId, role, listingIds },
      ctx,
    ) => {
      const asked = Object.values(account.requests).filter(
        (request) => request.open && request.memberId === memberId,
      )
      if (asked.some((request) => request.capability === capability)) return accept<AccountEvent>([])
      if (!can('owner', capability))
        return reject('POLICY_VIOLATION', 'No member of the account can give you this permission.', {
          rule: 'not_theirs',
        })
      if (can(role, capability) && listingIds === null)
        return reject('INVALID_TRANSITION', 'You already have this permission.')
      if (asked.length >= MAX_OPEN_REQUESTS)
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
    ({ requestId, ...place }: Data<'AcceptPermissionRequest'>, account, ctx) => {
      const request = account.requests[requestId]
      if (request === undefined) return reject('NOT_FOUND', 'This request doesn’t exist.')
      if (!request.open) return reject('ALREADY_DECIDED', 'This request has already been decided.')
      const member = activeOf(account, request.memberId)
      if (member === undefined)
        return reject(
          'INVALID_TRANSITION',
          'The person who sent this request is no longer a member of the account.',
        )
      if (!isHost(place.role) || !can(place.role, request.capability as Capability))
        return wrongField('/role', 'This role doesn’t include the requested permission. Choose another role.')
      const refusal = refusePlace(place, ctx.facts)
      if (refusal !== undefined) return refusal
      const events = changed(account, member, place, ctx.id)
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
