import { useRef } from 'react'
import type { Today } from '@hearth/contracts/today'
import { useCan, useSession } from '../session/session.ts'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { useHotkey } from '../components/action/useHotkey.ts'
import styles from './TodayPage.module.css'
import { isNoneLive } from './useToday.ts'
import { WaitingItem } from './WaitingItem.tsx'

/** Decisions by time left; only the first is open, with what happens either way. */
export const WaitingList = ({ today }: { today: Today }) => {
  const t = useText()
  const { waiting, arrivals, timezone } = today
  const mayWrite = useCan('listing.write')
  const acting = useSession()?.account != null
  const list = useRef<HTMLOListElement>(null)
  useHotkey(
    ({ key }) => key === 'j' || key === 'k',
    ({ key }) => {
      const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('a[data-row]') ?? [])]
      const at = links.findIndex((link) => link === document.activeElement)
      links[Math.max(0, Math.min(links.length - 1, at + (key === 'j' ? 1 : -1)))]?.focus()
    },
  )
  const next = arrivals.items.find(({ status }) => status === 'confirmed')
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
          {mayWrite && acting && isNoneLive(today) ? (
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
          ) : (
            <EmptyState
              icon="check"
              title={t('today.nothing')}
              text={
                next
                  ? t('today.nothingNext', {
                      guest: next.guestName ?? t('calendar.guest'),
                      listing: next.listingTitle,
                      time: next.time,
                    })
                  : t('today.nothingText')
              }
              actions={<LinkButton to={to.calendar()}>{t('today.openTheCalendar')}</LinkButton>}
            />
          )}
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
