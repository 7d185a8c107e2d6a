import type { PublishedPolicy } from '@hearth/contracts/policy'
import type { ReferrerCommand } from '@hearth/contracts/referral'
import type { ReadPolicy } from '../policy/policyReader.ts'
import type { Load } from '../runtime/decider.ts'

export type ReferrerFacts = Readonly<{
  /** Null for commands that reserve no invitation. */
  policy: PublishedPolicy<'referral'> | null
}>

export const createReferrerFactLoader =
  ({ readPolicy }: Readonly<{ readPolicy: ReadPolicy }>): Load<ReferrerCommand, ReferrerFacts> =>
  async (command, { recordedAt }) => ({
    policy: command.type === 'ReserveReferralInvite' ? await readPolicy('referral', recordedAt) : null,
  })
