import { formatBps } from '@hearth/contracts/kernel/money'
import type { Today } from '@hearth/contracts/today'
import { useText } from '../i18n/text.ts'
import { formatDay, formatDayWithoutYear, wallClock, zoneName } from '../components/dates/localDate.ts'
import { formatTime } from '../components/dates/timeOfDay.ts'
import { useNow } from '../components/dates/useNow.ts'
import { Sparkline } from '../components/display/Sparkline.tsx'
import styles from './TodayPage.module.css'

const percent = (share: number) => Math.round(share * 100)

/** The occupancy of the next 30 nights, as a number and as a line. */
const OccupancyFigure = ({ occupancy }: Pick<Today, 'occupancy'>) => {
  const t = useText()
  const shares = occupancy.nights.map(({ occupied, listings }) => (listings === 0 ? 0 : occupied / listings))
  const [from, last] = [occupancy.nights[0]?.date, occupancy.nights.at(-1)?.date]
  return (
    <div className={styles['occupancy']}>
      <dl>
        <dt>
          <span className="only-desk">{t('today.occupiedNext')} </span>
          {t('today.nights30')}
        </dt>
        <dd>
          <b>{percent(occupancy.bps / 10_000)}%</b>
        </dd>
      </dl>
      {from && last && (
        <div className={styles['figure']}>
          <Sparkline
            values={shares}
            label={t('today.occupancyLabel', {
              from: formatDay(from),
              to: formatDay(last),
              low: percent(Math.min(...shares)),
              high: percent(Math.max(...shares)),
              average: formatBps(occupancy.bps),
            })}
          />
          <p aria-hidden className="num">
            <span>{formatDayWithoutYear(from)}</span>
            <span>{formatDay(last)}</span>
          </p>
        </div>
      )}
    </div>
  )
}

/** When the first guest can arrive; from then on, how many are still expected. */
const Arriving = ({ arrivals: { count, items }, zone }: Pick<Today, 'arrivals'> & { zone: string }) => {
  const t = useText()
  const now = useNow(60_000)
  const [first] = items
  if (first === undefined) return null
  const coming = items.filter(({ status }) => status === 'confirmed' || status === 'overbooked').length
  if (coming === 0) return t('today.allArrived')
  if (coming < count || wallClock(now, first.timezone).time >= first.time)
    return t('today.toArrive', { smart_count: coming })
  const time = formatTime(first.time)
  return first.timezone === zone
    ? t('today.firstAt', { time })
    : t('today.firstIn', { time, place: zoneName(first.timezone) })
}

/** Who arrives, who leaves, who is here, and the occupancy. */
export const DayStrip = ({
  today: { arrivals, departures, inHouse, occupancy, timezone },
}: {
  today: Today
}) => {
  const t = useText()
  return (
    <section aria-label={t('today.numbers')} className={styles['strip']}>
      <dl>
        <dt>{t('today.arrivals')}</dt>
        <dd>
          <b>{arrivals.count}</b>
          <span>
            <Arriving arrivals={arrivals} zone={timezone} />
          </span>
        </dd>
      </dl>
      <dl>
        <dt>{t('today.departures')}</dt>
        <dd>
          <b>{departures.count}</b>
          {departures.count > 0 && (
            <span>
              {departures.late > 0
                ? t('today.notOut', { smart_count: departures.late })
                : t('today.allOnTime')}
            </span>
          )}
        </dd>
      </dl>
      <dl>
        <dt>{t('today.inHouse')}</dt>
        <dd>
          <b>{inHouse.count}</b>
          <span>{t('today.ofListings', { smart_count: inHouse.listings })}</span>
        </dd>
      </dl>
      <OccupancyFigure occupancy={occupancy} />
    </section>
  )
}
