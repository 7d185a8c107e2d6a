import { reject, type Context, type Decision, type Rejected } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import type { AccountFacts } from './account.facts.ts'
import { memberOfUser, type Account, type AccountState, type Member } from './account.state.ts'

export type AccountContext = Context<AccountFacts>

export const noAccount = reject('NOT_FOUND', 'This account doesn’t exist.')
export const noMember = reject('NOT_FOUND', 'This person isn’t a member of the account.')
const closed = reject('INVALID_TRANSITION', 'This account is closed, so nothing can be changed.')

/** For commands that need an open account. */
export const inOpen =
  <D, R extends Decision>(decide: (data: D, account: Account, ctx: AccountContext) => R | Rejected) =>
  (data: D, state: AccountState, ctx: AccountContext): R | Rejected =>
    state.status === 'none' ? noAccount : state.status === 'closed' ? closed : decide(data, state, ctx)

/** For commands of a member about themselves. */
export const byMember = <D, R extends Decision>(
  decide: (
    data: D,
    account: Account,
    me: Member & Readonly<{ userId: string }>,
    ctx: AccountContext,
  ) => R | Rejected,
) =>
  inOpen((data: D, account, ctx) => {
    const me = memberOfUser(account, ctx.actor.id)
    return me?.userId == null
      ? reject('FORBIDDEN', 'Only members of the account can do this.')
      : decide(data, account, { ...me, userId: me.userId }, ctx)
  })

/** A member's role, and the listings they have access to; null for all. */
export type Assignment = Readonly<{ role: Member['role']; listingIds: string[] | null }>

/** Why a member can't have this role with these listings. */
export const refuseRole = (
  { role, listingIds }: Assignment,
  { unknownListings }: AccountFacts,
): Rejected | undefined => {
  if (role === 'owner' && listingIds !== null)
    return wrongField('/listingIds', 'Owners have access to all listings. Send null.')
  return unknownListings.length === 0
    ? undefined
    : wrongField('/listingIds', 'Some of these listings don’t belong to the account.')
}
