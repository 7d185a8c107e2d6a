import { formatStream } from '@hearth/contracts/kernel/message'
import { createStep, type Cause } from '../runtime/internal.ts'
import { TRANSIENT_CODES, type Handle, type Outcome } from '../runtime/outcome.ts'

/**
 * The second step of an acceptance: takes the invitation, or releases the account where another one was first.
 * Both the request and the process manager take it, under the same ids.
 */
export const completeAcceptance = async (
  handle: Handle,
  hostAccountId: string,
  referralId: string,
  cause: Cause,
): Promise<Outcome> => {
  const taken = await handle(
    createStep(cause, formatStream('referral', referralId), 'accept', {
      type: 'RecordReferralAcceptance',
      id: referralId,
      data: {},
    }),
  )
  if (taken.kind !== 'rejected' || TRANSIENT_CODES.includes(taken.code)) return taken
  const released = await handle(
    createStep(cause, formatStream('referee', hostAccountId), 'release', {
      type: 'ReleaseReferralCode',
      id: hostAccountId,
      data: { referralId },
    }),
  )
  return released.kind === 'rejected' ? released : taken
}
