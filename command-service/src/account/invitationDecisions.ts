import {
  INVITATION_DAYS,
  MAX_INVITATIONS_PER_DAY,
  MAX_MEMBERS,
  type AccountCommand,
  type AccountEvent,
} from '@hearth/contracts/account'
import { addHours } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { memberOfUser, type Account, type Member } from './account.state.ts'
import { isUnowned, ownersAreProposed } from './ownerRules.ts'
import { inOpen, noMember, refuseRole, type AccountContext, type Assignment } from './rules.ts'

type Data<T extends AccountCommand['type']> = OfType<AccountCommand, T>['data']

const isWithin = (inner: readonly string[] | null, outer: readonly string[] | null) =>
  outer === null || (inner !== null && inner.every((id) => outer.includes(id)))

/**
 * A co-host can only invite messaging and calendar co-hosts, for listings that they manage themselves
 * (docs/domain/access.md#limits-of-a-role).
 */
const refuseCohost = (
  account: Account,
  { actor }: AccountContext,
  { role, listingIds }: Assignment,
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

/** Why a person with this address can't be invited. */
export const refuseNew = (account: Account, email: string, now: string): Rejected | undefined => {
  const present = Object.values(account.members).filter(
    (member) => member.status === 'active' || isOpenInvitation(member, now),
  )
  if (present.some((member) => member.email === email))
    return reject('DUPLICATE', 'Someone with this email address is already a member or invited.')
  return present.length >= MAX_MEMBERS
    ? reject(
        'LIMIT_EXCEEDED',
        `An account can have up to ${MAX_MEMBERS} members and invitations. ` +
          'Remove a member or withdraw an invitation first.',
        {
          limit: MAX_MEMBERS,
        },
      )
    : undefined
}

/** An invitation is an email to a stranger, also if it is withdrawn afterwards (docs/domain/account.md#team). */
const refuseMany = ({ members }: Account, email: string, now: string): Rejected | undefined => {
  const since = addHours(now, -24)
  const today = Object.values(members).filter(({ invitedAt }) => invitedAt !== null && invitedAt > since)
  if (today.some((member) => member.email === email))
    return reject(
      'LIMIT_EXCEEDED',
      'This address was invited less than 24 hours ago. Use that invitation, or try again tomorrow.',
      { limit: 1 },
    )
  return today.length >= MAX_INVITATIONS_PER_DAY
    ? reject(
        'LIMIT_EXCEEDED',
        `You can send up to ${MAX_INVITATIONS_PER_DAY} invitations within 24 hours. Try again tomorrow.`,
        { limit: MAX_INVITATIONS_PER_DAY },
      )
    : undefined
}

/** The invitation of a person, valid for seven days. */
export const createInvitation = (
  invited: Assignment & Readonly<{ memberId: string; email: string }>,
  ctx: AccountContext,
): AccountEvent => ({
  type: 'MemberInvited',
  data: { hostAccountId: ctx.id, ...invited, expiresAt: addHours(ctx.now, INVITATION_DAYS * 24) },
})

const refuseStaff = (account: Account, { actor, now }: AccountContext, { role }: Assignment) =>
  actor.kind === 'staff' && role === 'owner' && !isUnowned(account, now) ? ownersAreProposed : undefined

const join = (
  account: Account,
  hostAccountId: string,
  data: Assignment & Readonly<{ memberId: string; userId: string; name: string; email: string }>,
) =>
  memberOfUser(account, data.userId) === undefined
    ? accept<AccountEvent>([{ type: 'MemberJoined', data: { hostAccountId, ...data } }])
    : reject('DUPLICATE', 'This person is already a member of the account.')

/** Invitations, and how people become members (docs/domain/account.md#team). */
export const decideInvitations = {
  InviteMember: inOpen((data: Data<'InviteMember'>, account, ctx) => {
    const refusal =
      refuseCohost(account, ctx, data) ??
      refuseStaff(account, ctx, data) ??
      refuseRole(data, ctx.facts) ??
      refuseNew(account, data.email, ctx.now) ??
      refuseMany(account, data.email, ctx.now)
    return (
      refusal ?? accept<AccountEvent>([createInvitation({ memberId: ctx.idFor('member'), ...data }, ctx)])
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
      refuseCohost(account, ctx, {
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
    return join(account, ctx.id, {
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
      refuseRole(data, ctx.facts) ?? join(account, ctx.id, { memberId: ctx.idFor('member'), ...data }),
  ),
}
