import type { ImpersonationCommand } from '@hearth/contracts/impersonation'
import { accountFold } from '../account/account.state.ts'
import type { Load } from '../runtime/decider.ts'
import type { AccountMember } from './accountMembers.ts'

/** The members of the requested account. */
export type ImpersonationFacts = Readonly<{ accountExists: boolean; members: readonly AccountMember[] }>

export type ImpersonationFactPorts = Readonly<{
  listMembers: (hostAccountId: string) => Promise<readonly AccountMember[]>
}>

const NOBODY: ImpersonationFacts = { accountExists: false, members: [] }

export const createImpersonationFactLoader =
  ({ listMembers }: ImpersonationFactPorts): Load<ImpersonationCommand, ImpersonationFacts> =>
  async (command, _request, readState) => {
    if (command.type !== 'RequestImpersonation') return NOBODY
    const { targetAccountId } = command.data
    const [state, members] = await Promise.all([
      readState(accountFold, targetAccountId),
      listMembers(targetAccountId),
    ])
    return { accountExists: state.status === 'open', members }
  }
