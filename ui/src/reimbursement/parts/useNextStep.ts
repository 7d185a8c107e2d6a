import type { ListedReimbursement } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { useSession } from '../../session/session.ts'

type Claim = Pick<ListedReimbursement, 'status' | 'guestName' | 'firstActionAt' | 'awaiting'>

const nameStep = (
  { status, guestName, firstActionAt, awaiting }: Claim,
  isHost: boolean,
  t: Text,
): string => {
  const name = guestName ?? t('reimbursement.guest')
  switch (status) {
    case 'under_review':
      return t(firstActionAt === null ? 'reimbursement.next.first' : 'reimbursement.next.decision')
    case 'guest_review':
    case 'guest_accepted':
      return t(`reimbursement.next.${status}`, { name })
    case 'info_requested':
      return t(isHost ? 'reimbursement.next.info_requested' : 'reimbursement.next.staffInfo')
    case 'decided':
      return awaiting === null
        ? t('reimbursement.next.closed')
        : t(isHost ? 'reimbursement.next.decided' : 'reimbursement.next.staffDecided')
    case 'draft':
    case 'appealed':
      return t(`reimbursement.next.${status}`)
    default:
      return t('reimbursement.next.closed')
  }
}

/** Who moves a claim next, in a few words. */
export const useNextStep = () => {
  const t = useText()
  const isHost = useSession()?.account != null
  return (claim: Claim) => nameStep(claim, isHost, t)
}
