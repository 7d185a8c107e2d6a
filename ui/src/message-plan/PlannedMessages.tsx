import { useNow } from '../components/dates/useNow.ts'
import { useText } from '../i18n/text.ts'
import { PlannedItem } from './PlannedItem.tsx'
import styles from './PlannedMessages.module.css'
import './texts.ts'
import { listWaiting, type MessagePlan } from './useMessagePlans.ts'

const EVERY_MS = 60_000

type Props = {
  plans: readonly MessagePlan[]
  guestName: string
  /** The keys of the inbox work on the next message. */
  hasKeys?: boolean
}

/** What will go out by itself: the next message, and the others behind it. Nothing where nothing waits. */
export const PlannedMessages = ({ plans, guestName, hasKeys = false }: Props) => {
  const t = useText()
  const [first, ...others] = listWaiting(plans, useNow(EVERY_MS))
  if (first === undefined) return null
  return (
    <section className={styles['plan']} aria-label={t('messagePlan.title')}>
      <ul>
        <PlannedItem key={first.planId} message={first} guestName={guestName} hasKeys={hasKeys} />
      </ul>
      {others.length > 0 && (
        <details>
          <summary className="small">{t('messagePlan.more', { smart_count: others.length })}</summary>
          <ul>
            {others.map((message) => (
              <PlannedItem key={message.planId} message={message} guestName={guestName} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
