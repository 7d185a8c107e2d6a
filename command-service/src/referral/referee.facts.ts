import type { Instant } from '@hearth/contracts/kernel/dates'
import { addWholeDays, deriveReferralId, type RefereeCommand } from '@hearth/contracts/referral'
import { accountFold } from '../account/account.state.ts'
import type { ReadPolicy } from '../policy/policyReader.ts'
import type { Load } from '../runtime/decider.ts'
import { referralFold, type ReferralState } from './referral.state.ts'
import { isSelfReferral, type SelfReferralReads } from './selfReferral.ts'

export type RefereeFacts = Readonly<{
  /** Of the code that is accepted; null for other commands. */
  acceptance: Readonly<{
    /** From then on the account is no longer new. */
    closesAt: Instant
    referral: ReferralState
    isSelf: boolean
  }> | null
}>

export type RefereeFactPorts = Readonly<{ readPolicy: ReadPolicy }> &
  Pick<SelfReferralReads, 'hashBankAccounts' | 'listTaxNumbers'>

export const createRefereeFactLoader =
  (ports: RefereeFactPorts): Load<RefereeCommand, RefereeFacts> =>
  async (command, { id, recordedAt }, readState) => {
    if (command.type !== 'AcceptReferral') return { acceptance: null }
    const account = await readState(accountFold, id)
    if (account.status === 'none') return { acceptance: null }
    const { body } = await ports.readPolicy('referral', recordedAt)
    const referral = await readState(referralFold, deriveReferralId(command.data.code), { fresh: true })
    const readAccount = (of: string) => readState(accountFold, of, { fresh: true })
    return {
      acceptance: {
        closesAt: addWholeDays(account.openedAt, body.newAccountDays),
        referral,
        isSelf:
          referral.status !== 'none' &&
          (await isSelfReferral({ ...ports, readAccount }, id, referral.hostAccountId)),
      },
    }
  }
