import { formatAmount } from '@hearth/contracts/kernel/money'
import type { RequestPreview } from '@hearth/contracts/request'
import { moneyText } from '../../components/display/Money.tsx'
import { StayDates } from '../../components/display/StayDates.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import type { AnswerWords } from './Decide.tsx'
import { GuestRequest } from './GuestRequest.tsx'
import { useGuestDecision } from './useGuestDecision.ts'
import styles from './RequestPage.module.css'

const Nights = ({ nights }: { nights: NonNullable<RequestPreview['nights']> }) => {
  const t = useText()
  return (
    <Card title={t('request.nights.title')}>
      <div className={styles['part']}>
        <p className="strong">
          <StayDates start={nights.start} end={nights.end} />
        </p>
        <p>{t('request.nights.held')}</p>
        <p>{t('request.nights.accept')}</p>
        <p>{t('request.nights.decline')}</p>
      </div>
    </Card>
  )
}

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
  return (
    <GuestRequest
      request={request}
      decision={useGuestDecision(request)}
      words={words}
      nights={({ nights }) => nights !== null && <Nights nights={nights} />}
    />
  )
}
