import { formatAmount } from '@hearth/contracts/kernel/money'
import { moneyText } from '../../components/display/Money.tsx'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import type { AnswerWords } from './Decide.tsx'
import { GuestRequest } from './GuestRequest.tsx'
import { useGuestDecision } from './useGuestDecision.ts'

/** A guest who wants to book. */
export const BookingRequest = ({ request }: { request: RequestRecord }) => {
  const t = useText()
  const words: AnswerWords = {
    accepted: ({ hostPayout, currency }) => (
      <p className="num">
        {t('request.decide.receive', { amount: moneyText(hostPayout.afterMinor, currency) })}{' '}
        {t('request.decide.nightsBooked')}
      </p>
    ),
    acceptButton: ({ hostPayout, currency }) =>
      t('request.decide.acceptFor', { amount: `+${formatAmount(hostPayout.afterMinor, currency)}` }),
    declined: `${t('request.decide.nightsFree')} ${t('request.decide.declined')}`,
  }
  return <GuestRequest request={request} decision={useGuestDecision(request)} words={words} />
}
