import { useRef } from 'react'
import type { Today } from '@hearth/contracts/today'
import { useCan, useSession } from '../session/session.ts'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { useFirstDraft } from '../data/queries/useFirstDraft.ts'
import { ContinueDraft } from '../components/feedback/ContinueDraft.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { useRowKeys } from '../components/list/useRowKeys.ts'
import { formatTime } from '../components/dates/timeOfDay.ts'
import styles from './TodayPage.module.css'
import { isNoneLive } from '../data/queries/useToday.ts'
import { WaitingItem } from './WaitingItem.tsx'

/** Offers the first listing to a host who has none, else names who arrives next. */
const NothingWaiting = ({ today }: { today: Today }) => {
  const t = useText()
  const mayWrite = useCan('listing.write')
  const acting = useSession()?.account != null
  const first = mayWrite && acting && isNoneLive(today)
  const draft = useFirstDraft(first)
  if (draft) return <ContinueDraft draft={draft} />
  if (first)
    return (
      <EmptyState
        icon="home"
        title={t('today.noneLive')}
        text={t('today.noneLiveText')}
        actions={
          <LinkButton filled to={to.startListing()}>
            {t('today.start')}
          </LinkButton>
        }
      />
    )
  const next = today.arrivals.items.find(({ status }) => status === 'confirmed')
  return (
    <EmptyState
      icon="check"
      title={t('today.nothing')}
      text={
        next
          ? t('today.nothingNext', {
              guest: next.guestName ?? t('app.guest'),
              listing: next.listingTitle,
              time: formatTime(next.time),
            })
          : t('today.nothingText')
      }
      actions={<LinkButton to={to.calendar()}>{t('today.openTheCalendar')}</LinkButton>}
    />
  )
}

/** Decisions by time left; only the first is open, with what happens either way. */
export const WaitingList = ({ today }: { today: Today }) => {
  const t = useText()
  const { waiting, timezone } = today
  const list = useRef<HTMLOListElement>(null)
  useRowKeys(list)
  return (
    <section>
      <div className={styles['section']}>
        <h2>{t('today.waiting')}</h2>
        <span className="c num">{waiting.length}</span>
        <span className="grow" />
        {waiting.length > 1 && (
          <span className="small c only-desk">
            {t('today.leastFirst')}&ensp;<kbd>J</kbd> <kbd>K</kbd> {t('today.move')}
          </span>
        )}
      </div>
      {waiting.length === 0 ? (
        <div className={styles['list']}>
          <NothingWaiting today={today} />
        </div>
      ) : (
        <ol ref={list} className={styles['list']}>
          {waiting.map((item, index) => (
            <WaitingItem key={item.id} item={item} open={index === 0} zone={timezone} />
          ))}
        </ol>
      )}
    </section>
  )
}
