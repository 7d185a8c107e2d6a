import { formatBps } from '@hearth/contracts/kernel/money'
import type { Today } from '@hearth/contracts/today'
import { useText } from '../i18n/text.ts'
import { formatDay, formatDayWithoutYear } from '../components/dates/localDate.ts'
import { formatTime } from '../components/dates/timeOfDay.ts'
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

/** Who arrives, who leaves, who is here, and the occupancy. */
export const DayStrip = ({ today: { arrivals, departures, inHouse, occupancy } }: { today: Today }) => {
  const t = useText()
  const [first] = arrivals.items
  return (
    <section aria-label={t('today.numbers')} className={styles['strip']}>
      <dl>
        <dt>{t('today.arrivals')}</dt>
        <dd>
          <b>{arrivals.count}</b>
          {first && (
            <span>{t('today.firstAt', { time: formatTime(first.time), listing: first.listingTitle })}</span>
          )}
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
