import type { ImpersonationCommand } from '@hearth/contracts/impersonation'
import { accountFold } from '../account/account.state.ts'
import type { AccountMember, Load } from '../runtime/decider.ts'

/** Who belongs to the account that staff ask for. */
export type ImpersonationFacts = Readonly<{ accountExists: boolean; members: readonly AccountMember[] }>

const NOBODY: ImpersonationFacts = { accountExists: false, members: [] }

export const loadImpersonationFacts: Load<ImpersonationCommand, ImpersonationFacts> = async (
  command,
  _request,
  { readState, membersOf },
) => {
  if (command.type !== 'RequestImpersonation') return NOBODY
  const { targetAccountId } = command.data
  const [state, members] = await Promise.all([
    readState(accountFold, targetAccountId),
    membersOf(targetAccountId),
  ])
  return { accountExists: state.status === 'open', members }
}
