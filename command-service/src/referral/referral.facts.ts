import type { Currency } from '@hearth/contracts/kernel/money'
import { zCurrency } from '@hearth/contracts/kernel/money'
import type { PublishedPolicy } from '@hearth/contracts/policy'
import type { ReferralCommand } from '@hearth/contracts/referral'
import { accountFold } from '../account/account.state.ts'
import type { ReadPolicy } from '../policy/policyReader.ts'
import type { Load, LoadRequest, ReadState } from '../runtime/decider.ts'
import { isOpen, referralFold } from './referral.state.ts'

/** What a new invitation rests on. */
export type InviteFacts = Readonly<{
  policy: PublishedPolicy<'referral'>
  /** The account is paid in it. */
  currency: Currency
  emailHash: string | null
  isOwnEmail: boolean
  /** One for each open invitation; null for a link. */
  openHashes: readonly (string | null)[]
}>
export type ReferralFacts = Readonly<{
  /** Null for other commands. */
  invite: InviteFacts | null
  rewardsThisYear: number
}>

export type ReferralFactPorts = Readonly<{
  readPolicy: ReadPolicy
  /** Keyed, so that the address cannot be found by trying. */
  hashEmail: (email: string) => string
  /** The ids of invitations that no one has accepted, as the read model knows them. */
  listInvited: (hostAccountId: string) => Promise<readonly string[]>
  countRewards: (hostAccountId: string, year: string) => Promise<number>
}>

const loadInvite = async (
  { readPolicy, hashEmail, listInvited }: ReferralFactPorts,
  email: string | null,
  { tenantId, now, recordedAt }: LoadRequest,
  readState: ReadState,
): Promise<InviteFacts | null> => {
  const account = await readState(accountFold, tenantId)
  if (account.status === 'none') return null
  const ids = await listInvited(tenantId)
  const invites = await Promise.all(ids.map((id) => readState(referralFold, id, { fresh: true })))
  return {
    policy: await readPolicy('referral', recordedAt),
    currency: zCurrency.parse(account.profile['defaultCurrency']),
    emailHash: email === null ? null : hashEmail(email),
    isOwnEmail: Object.values(account.members).some((member) => member.email === email),
    openHashes: invites.flatMap((state) => (isOpen(state, now) ? [state.emailHash] : [])),
  }
}

export const createReferralFactLoader =
  (ports: ReferralFactPorts): Load<ReferralCommand, ReferralFacts> =>
  async (command, request, readState) => ({
    invite:
      command.type === 'CreateReferralInvite'
        ? await loadInvite(ports, command.data.email, request, readState)
        : null,
    rewardsThisYear:
      command.type === 'RewardReferral'
        ? await ports.countRewards(request.tenantId, request.now.slice(0, 4))
        : 0,
  })
