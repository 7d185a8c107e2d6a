import { formatBps } from '@hearth/contracts/kernel/money'
import type { Today } from '@hearth/contracts/today'
import { useText } from '../i18n/text.ts'
import { formatDay, formatDayWithoutYear } from '../components/dates/localDate.ts'
import { Sparkline } from '../components/display/Sparkline.tsx'
import styles from './TodayPage.module.css'

const percent = (share: number) => Math.round(share * 100)

/** Who comes, who goes, who is here, and how full the next 30 nights are. */
export const DayStrip = ({ today: { arrivals, departures, inHouse, occupancy } }: { today: Today }) => {
  const t = useText()
  const [first] = arrivals.items
  const shares = occupancy.nights.map(({ occupied, listings }) => (listings === 0 ? 0 : occupied / listings))
  const [from, last] = [occupancy.nights[0]?.date, occupancy.nights.at(-1)?.date]
  const figure =
    from && last
      ? t('today.occupancyLabel', {
          from: formatDay(from),
          to: formatDay(last),
          low: percent(Math.min(...shares)),
          high: percent(Math.max(...shares)),
          average: formatBps(occupancy.bps),
        })
      : ''
  return (
    <section aria-label={t('today.numbers')} className={styles['strip']}>
      <dl>
        <dt>{t('today.arrivals')}</dt>
        <dd>
          <b>{arrivals.count}</b>
          {first && <span>{t('today.firstAt', { time: first.time, listing: first.listingTitle })}</span>}
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
            <Sparkline values={shares} label={figure} />
            <p aria-hidden className="num">
              <span>{formatDayWithoutYear(from)}</span>
              <span>{formatDay(last)}</span>
            </p>
          </div>
        )}
      </div>
    </section>
  )
}
