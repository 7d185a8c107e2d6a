import { useQuery } from '@tanstack/react-query'
import type { Notice, Notices } from '@hearth/contracts/notice'
import { allows, useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { getJson } from '../../data/http/http.ts'

/** The person's notices of the account; none for those who have no account, or impersonate one. */
export const useNotices = () => {
  const session = useSession()
  const enabled =
    session !== undefined && session.account !== null && allows(session, 'account.notifications')
  const query = useQuery({
    queryKey: ['my-notices'],
    queryFn: ({ signal }) => getJson<Notices>('/api/my-notices', signal),
    enabled,
  })
  return { ...query, enabled }
}

/** The page of what a notice is about. */
export const noticePath = ({ type, kind, listingId, bookingId, payoutId, ...notice }: Notice): string => {
  if (type === 'MemberJoined' || type === 'MemberRemoved') return to.account({ tab: 'team' })
  if (type === 'PayoutMethodAdded' || type === 'HoldPlaced') return to.payoutSettings()
  if (type === 'OverbookingDetected' && bookingId !== null) return to.overbooking(bookingId)
  if (notice.requestId !== null) return to.request(notice.requestId)
  if (notice.incidentId !== null) return to.incident(notice.incidentId)
  if (notice.reimbursementId !== null) return to.reimbursement(notice.reimbursementId)
  if (notice.threadId !== null) return to.thread(notice.threadId)
  if (kind === 'review' && bookingId !== null) return to.review(bookingId)
  if (payoutId !== null) return to.payouts({ view: 'payouts', payout: payoutId })
  if (bookingId !== null) return to.booking(bookingId)
  if (kind === 'tax_reminder') return to.taxCenter()
  if (kind === 'referral') return to.referrals()
  if (kind === 'calendar_conflict' && listingId !== null) return to.listingDetails('availability', listingId)
  if (kind === 'onboarding' && listingId !== null)
    return type === 'OnboardingWentLive' || type === 'GoLiveConditionsLapsed'
      ? to.listing(listingId)
      : to.onboardingCase(listingId)
  return kind === 'money_reduced' ? to.payouts({ part: 'adjustments' }) : to.today()
}
