import { Link } from 'react-router-dom'
import type { Move, Today } from '@hearth/contracts/today'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { zoneName } from '../components/dates/localDate.ts'
import { formatTime } from '../components/dates/timeOfDay.ts'
import { StatusChip } from '../components/status/StatusChip.tsx'
import styles from './TodayPage.module.css'

const Chip = ({ move, leaving }: { move: Move; leaving: boolean }) => {
  const t = useText()
  if (move.status === 'cancelling')
    return <StatusChip tone="bad">{t('booking.status.cancelling')}</StatusChip>
  if (leaving)
    return move.late ? (
      <StatusChip tone="warn">{t('today.notOutYet')}</StatusChip>
    ) : move.status === 'in_stay' ? (
      <StatusChip tone="info">{t('today.leaving')}</StatusChip>
    ) : (
      <StatusChip tone="ok">{t('today.left')}</StatusChip>
    )
  return move.status === 'confirmed' || move.status === 'overbooked' ? (
    <StatusChip tone="info">{t('today.expected')}</StatusChip>
  ) : (
    <StatusChip tone="ok">{t('today.arrived')}</StatusChip>
  )
}

/** The listing, unless it stands for the guest already, and whose time it is where that is not the account's. */
const Place = ({ move: { guestName, listingTitle, timezone }, zone }: { move: Move; zone: string }) => {
  const t = useText()
  const time = timezone === zone ? undefined : t('today.zoneTime', { place: zoneName(timezone) })
  const listing = guestName === null ? undefined : listingTitle
  return listing !== undefined && time !== undefined
    ? t('today.inZone', { listing, zone: time })
    : (listing ?? time)
}

const Group = ({
  title,
  items,
  zone,
  leaving,
}: {
  title: string
  items: readonly Move[]
  zone: string
  leaving: boolean
}) => {
  const t = useText()
  return (
    <>
      <h3>{title}</h3>
      {items.length === 0 ? (
        <p>{t(leaving ? 'today.nobodyLeaves' : 'today.nobodyComes')}</p>
      ) : (
        <ul>
          {items.map((move) => (
            <li key={move.bookingId}>
              <span className={`num ${styles['time']}`}>{formatTime(move.time)}</span>
              <span className={styles['name']}>
                <Link className="strong" to={to.booking(move.bookingId)}>
                  {move.guestName ?? move.listingTitle}
                </Link>
                <span className="q small">
                  <Place move={move} zone={zone} />
                </span>
              </span>
              <Chip move={move} leaving={leaving} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Who leaves and who arrives today, in the time of the listing. */
export const Moves = ({ today: { arrivals, departures, timezone } }: { today: Today }) => {
  const t = useText()
  return (
    <section>
      <div className={styles['section']}>
        <h2>{t('today.moving')}</h2>
        <span className="grow" />
        <Link className="link small" to={to.calendar()}>
          {t('today.openCalendar')}
        </Link>
      </div>
      <Card label={t('today.movingLabel')} className={styles['moves']}>
        <Group title={t('today.departures')} items={departures.items} zone={timezone} leaving />
        <Group title={t('today.arrivals')} items={arrivals.items} zone={timezone} leaving={false} />
      </Card>
    </section>
  )
}
