import { Card } from '../components/layout/Card.tsx'
import { useNow } from '../components/dates/useNow.ts'
import { useText } from '../i18n/text.ts'
import { PlannedMessages } from './PlannedMessages.tsx'
import styles from './PlannedMessages.module.css'
import './texts.ts'
import { listWaiting, useMessagePlans } from './useMessagePlans.ts'

const EVERY_MS = 60_000

/** What the guest of a stay will get by itself, on the page of the stay. */
const PlannedCard = ({ bookingId, guestName }: { bookingId: string; guestName: string }) => {
  const t = useText()
  const { data: plans = [] } = useMessagePlans({ id: [bookingId] })
  if (listWaiting(plans, useNow(EVERY_MS)).length === 0) return null
  return (
    <Card title={t('messagePlan.title')}>
      <div className={styles['card']}>
        <PlannedMessages plans={plans} guestName={guestName} />
      </div>
    </Card>
  )
}
export default PlannedCard
