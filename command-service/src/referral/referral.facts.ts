import type { Currency } from '@hearth/contracts/kernel/money'
import { zCurrency } from '@hearth/contracts/kernel/money'
import type { PublishedPolicy } from '@hearth/contracts/policy'
import type { ReferralCommand } from '@hearth/contracts/referral'
import { accountFold } from '../account/account.state.ts'
import type { ReadPolicy } from '../policy/policyReader.ts'
import type { Load, LoadRequest, ReadState } from '../runtime/decider.ts'
import { referrerFold, type ReservedInvite } from './referrer.state.ts'

/** What a new invitation rests on. */
export type InviteFacts = Readonly<{
  policy: PublishedPolicy<'referral'>
  /** The account is paid in it. */
  currency: Currency
  isOwnEmail: boolean
  /** Its place among the open invitations of the account; null before it is reserved. */
  reserved: ReservedInvite | null
}>
export type ReferralFacts = Readonly<{
  /** Null for other commands. */
  invite: InviteFacts | null
  /** Whether the reward counts for the year of the account that invited. */
  isRewardReserved: boolean
}>

export type ReferralFactPorts = Readonly<{ readPolicy: ReadPolicy }>

const loadInvite = async (
  { readPolicy }: ReferralFactPorts,
  email: string | null,
  { id, tenantId, recordedAt }: LoadRequest,
  readState: ReadState,
): Promise<InviteFacts | null> => {
  const account = await readState(accountFold, tenantId)
  if (account.status === 'none') return null
  return {
    policy: await readPolicy('referral', recordedAt),
    currency: zCurrency.parse(account.profile['defaultCurrency']),
    isOwnEmail: Object.values(account.members).some((member) => member.email === email),
    reserved: (await readState(referrerFold, tenantId, { fresh: true })).invites[id] ?? null,
  }
}

export const createReferralFactLoader =
  (ports: ReferralFactPorts): Load<ReferralCommand, ReferralFacts> =>
  async (command, request, readState) => ({
    invite:
      command.type === 'CreateReferralInvite'
        ? await loadInvite(ports, command.data.email, request, readState)
        : null,
    isRewardReserved:
      command.type === 'RewardReferral' &&
      (await readState(referrerFold, request.tenantId, { fresh: true })).rewards[request.id] !== undefined,
  })
