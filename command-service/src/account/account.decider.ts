import { isForbidden, mergeChoices, type AccountCommand, type AccountEvent } from '@hearth/contracts/account'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import type { AccountFacts } from './account.facts.ts'
import { accountFold, type AccountState } from './account.state.ts'
import { decideInvitations } from './invitationDecisions.ts'
import { decideMembers } from './members.ts'
import { decideOwnerChanges } from './ownerChanges.ts'
import { decideOwnership } from './ownership.ts'
import { decidePersonalData } from './personalData.ts'
import { byMember, inOpen } from './rules.ts'
import { decidePermissionRequests } from './permissionRequests.ts'

/** Whether every requested field has its value already. */
const isUnchanged = (requested: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>) =>
  Object.entries(requested).every(([field, value]) => now[field] === value)

export const account: Decider<AccountState, AccountCommand, AccountEvent, AccountFacts> = {
  ...accountFold,
  decide: {
    ...decideInvitations,
    ...decideMembers,
    ...decidePermissionRequests,
    ...decideOwnership,
    ...decideOwnerChanges,
    ...decidePersonalData,
    OpenAccount: (details, state, ctx) =>
      state.status === 'none'
        ? accept([{ type: 'AccountOpened', data: { hostAccountId: ctx.id, ...details } }])
        : reject('DUPLICATE', 'This account already exists.'),
    RenameAccount: inOpen((data, { profile }, ctx) =>
      accept<AccountEvent>(
        isUnchanged(data, profile)
          ? []
          : [{ type: 'AccountRenamed', data: { hostAccountId: ctx.id, ...data } }],
      ),
    ),
    ChangeAccountProfile: inOpen((data, { profile }, ctx) =>
      accept<AccountEvent>(
        isUnchanged(data, profile)
          ? []
          : [{ type: 'AccountProfileChanged', data: { hostAccountId: ctx.id, ...data } }],
      ),
    ),
    ChangeLegalIdentity: inOpen((data, { legal }, ctx) =>
      accept<AccountEvent>(
        isUnchanged(data, legal)
          ? []
          : [{ type: 'LegalIdentityChanged', data: { hostAccountId: ctx.id, ...data } }],
      ),
    ),
    ReadNotices: byMember(({ until, noticeIds }, _account, { memberId, userId }, ctx) => {
      if (until !== null && until > ctx.now) return wrongField('/until', 'can’t be in the future')
      return accept<AccountEvent>(
        until === null && noticeIds.length === 0
          ? []
          : [{ type: 'NoticesRead', data: { hostAccountId: ctx.id, memberId, userId, until, noticeIds } }],
      )
    }),
    ChooseNotifications: byMember(({ choices, quietHours }, _account, { memberId, userId, ...me }, ctx) => {
      const kinds = choices.filter(isForbidden).map(({ kind }) => kind)
      if (kinds.length > 0)
        return reject(
          'POLICY_VIOLATION',
          'Some notifications can’t be turned off because they’re about money, safety or legal matters.',
          {
            rule: 'locked_notification',
            kinds,
          },
        )
      const isSame =
        JSON.stringify([mergeChoices(me.choices, choices), quietHours]) ===
        JSON.stringify([mergeChoices(me.choices, []), me.quietHours])
      return accept<AccountEvent>(
        isSame
          ? []
          : [
              {
                type: 'NotificationsChosen',
                data: { hostAccountId: ctx.id, memberId, userId, choices, quietHours },
              },
            ],
      )
    }),
  },
}
