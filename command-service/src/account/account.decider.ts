import { isForbidden, mergeChoices, type AccountCommand, type AccountEvent } from '@hearth/contracts/account'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import type { AccountFacts } from './account.facts.ts'
import { accountFold, type AccountState } from './account.state.ts'
import { decideOwnership } from './ownership.ts'
import { decidePersonalData } from './personalData.ts'
import { byMember, inOpen } from './rules.ts'
import { decideTeam } from './team.ts'

/** Whether every field of `wish` is what it is already. */
const isSo = (wish: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>) =>
  Object.entries(wish).every(([field, value]) => now[field] === value)

export const account: Decider<AccountState, AccountCommand, AccountEvent, AccountFacts> = {
  ...accountFold,
  decide: {
    ...decideTeam,
    ...decideOwnership,
    ...decidePersonalData,
    OpenAccount: (details, state, ctx) =>
      state.status === 'none'
        ? accept([{ type: 'AccountOpened', data: { hostAccountId: ctx.id, ...details } }])
        : reject('DUPLICATE', 'This account already exists.'),
    RenameAccount: inOpen((data, { profile }, ctx) =>
      accept<AccountEvent>(
        isSo(data, profile) ? [] : [{ type: 'AccountRenamed', data: { hostAccountId: ctx.id, ...data } }],
      ),
    ),
    ChangeAccountProfile: inOpen((data, { profile }, ctx) =>
      accept<AccountEvent>(
        isSo(data, profile)
          ? []
          : [{ type: 'AccountProfileChanged', data: { hostAccountId: ctx.id, ...data } }],
      ),
    ),
    ChangeLegalIdentity: inOpen((data, { legal }, ctx) =>
      accept<AccountEvent>(
        isSo(data, legal) ? [] : [{ type: 'LegalIdentityChanged', data: { hostAccountId: ctx.id, ...data } }],
      ),
    ),
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
      const same =
        JSON.stringify([mergeChoices(me.choices, choices), quietHours]) ===
        JSON.stringify([mergeChoices(me.choices, []), me.quietHours])
      return accept<AccountEvent>(
        same
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
