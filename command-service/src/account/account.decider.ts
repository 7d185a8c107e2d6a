import type { AccountCommand, AccountEvent } from '@hearth/contracts/account'
import { accept, reject, type Decider } from '../runtime/decider.ts'

export type AccountState = Readonly<{ status: 'none' }> | Readonly<{ status: 'open'; displayName: string }>

export const account: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'hostAccount',
  initial: { status: 'none' },
  evolve: {
    AccountOpened: (_state, { displayName }) => ({ status: 'open', displayName }),
    AccountRenamed: (_state, { displayName }) => ({ status: 'open', displayName }),
  },
  decide: {
    OpenAccount: (details, state, ctx) =>
      state.status === 'open' ? reject('DUPLICATE', 'This account is open already.') : accept([{ type: 'AccountOpened', data: { hostAccountId: ctx.id, ...details } }]),
    RenameAccount: ({ displayName }, state, ctx) => {
      if (state.status === 'none') return reject('NOT_FOUND', 'There is no such account.')
      return accept(state.displayName === displayName ? [] : [{ type: 'AccountRenamed', data: { hostAccountId: ctx.id, displayName } }])
    },
  },
}
