import { Link } from 'react-router-dom'
import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import {
  FIGURES,
  NIGHT_MARKS,
  type Opened,
  type OpenedListing,
  type OpenedStay,
} from '@hearth/contracts/performance'
import { addDays, formatRange, weekday } from '../../components/dates/localDate.ts'
import { Icon } from '../../components/display/icons.tsx'
import { Money } from '../../components/display/Money.tsx'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { formatFigure } from '../formatFigure.ts'
import type { PerformanceView } from '../usePerformance.ts'
import styles from './Opened.module.css'

type Props = Readonly<{ opened: Opened; currency: Currency }>

const CLASSES: Readonly<Record<string, string | undefined>> = {
  [NIGHT_MARKS.guest]: styles['on'],
  [NIGHT_MARKS.owner]: styles['taken'],
  [NIGHT_MARKS.blocked]: styles['taken'],
  [NIGHT_MARKS.off]: styles['off'],
}

/** Each night of the period as a square; a screen reader reads how many there are. */
const Squares = ({ days, from, label }: { days: string; from: string; label: string }) => (
  <span
    className={styles['squares']}
    style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}
    role="img"
    aria-label={label}
  >
    {[...days].map((mark, index) => {
      const day = addDays(from, index)
      return (
        <i key={day} className={CLASSES[mark]} data-weekend={[5, 6].includes(weekday(day)) || undefined} />
      )
    })}
  </span>
)

const DayNumbers = ({ opened }: { opened: Opened }) => {
  const days = opened.listings[0]?.days
  // Beyond two months a number has no room.
  if (days === null || days === undefined || days.length > 62) return null
  return (
    <span
      className={`${styles['squares']} ${styles['numbers']}`}
      style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}
      aria-hidden
    >
      {[...days].map((_, index) => {
        const day = addDays(opened.period.from, index)
        return <b key={day}>{Number(day.slice(8))}</b>
      })}
    </span>
  )
}

const StayRow = ({
  stay,
  code,
  currency,
  showsMoney,
}: {
  stay: OpenedStay
  code: Opened['code']
  currency: Currency
  showsMoney: boolean
}) => {
  const t = useText()
  return (
    <tr>
      <th scope="row">
        <Link to={to.booking(stay.bookingId)}>{stay.code ?? t('performance.opened.booking')}</Link>
      </th>
      <td>{stay.guestName ?? t('performance.opened.private')}</td>
      <td className="num">{formatRange(stay.checkIn, stay.checkOut)}</td>
      {code === 'lead_time' ? (
        <td className="num right">{t('performance.opened.days', { smart_count: stay.leadDays })}</td>
      ) : (
        <td className="num right">
          {/* What was paid in the period counts no nights. */ stay.nights === 0 ? '–' : stay.nights}
          {stay.nights !== 0 && stay.nights !== stay.nightsInAll && (
            <span className="c"> {t('performance.opened.ofAll', { nights: stay.nightsInAll })}</span>
          )}
        </td>
      )}
      {showsMoney && (
        <td className="num right">
          {stay.amountMinor === null ? '–' : formatAmount(stay.amountMinor, currency)}
        </td>
      )}
    </tr>
  )
}

const Stays = ({ listing, opened, currency }: Props & { listing: OpenedListing }) => {
  const t = useText()
  const { stays } = listing
  const showsMoney = listing.revenueMinor !== null
  const shared = stays.reduce((nights, { sharedNights }) => nights + sharedNights, 0)
  const listed = stays.reduce((nights, stay) => nights + stay.nights, 0)
  const amount = stays.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0)
  if (stays.length === 0) return <p className={`q ${styles['none']}`}>{t('performance.opened.noStays')}</p>
  return (
    <div className={styles['inner']}>
      <table className={styles['stays']} aria-label={listing.title}>
        <thead>
          <tr>
            <th scope="col">{t('performance.opened.booking')}</th>
            <th scope="col">{t('performance.opened.guest')}</th>
            <th scope="col">{t('performance.opened.stay')}</th>
            <th scope="col" className="right">
              {t(
                opened.code === 'lead_time' ? 'performance.opened.leadDays' : 'performance.opened.nightsHere',
              )}
            </th>
            {showsMoney && (
              <th scope="col" className="right">
                {t('performance.opened.revenue')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {stays.map((stay) => (
            <StayRow
              key={stay.bookingId}
              stay={stay}
              code={opened.code}
              currency={currency}
              showsMoney={showsMoney}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('performance.opened.stays', { smart_count: stays.length })}
            </th>
            <td className="num right">{opened.code === 'lead_time' ? '' : listed}</td>
            {showsMoney && (
              <td className="right">
                <Money amountMinor={amount} currency={currency} />
              </td>
            )}
          </tr>
        </tfoot>
      </table>
      {shared > 0 && <p className="q small">{t('performance.opened.shared', { smart_count: shared })}</p>}
    </div>
  )
}

const ListingRow = ({
  listing,
  opened,
  currency,
  shown,
  onToggle,
}: Props & { listing: OpenedListing; shown: boolean; onToggle: () => void }) => {
  const t = useText()
  const { title, nights, days, figure } = listing
  const { unit } = FIGURES[opened.code]
  return (
    <>
      <div className={[styles['row'], shown && styles['shown']].filter(Boolean).join(' ')}>
        <button type="button" aria-expanded={shown} onClick={onToggle}>
          <Icon name={shown ? 'down' : 'right'} size={16} />
          <span className="clip">{title}</span>
        </button>
        {days === null ? (
          <span />
        ) : (
          <Squares
            days={days}
            from={opened.period.from}
            label={t('performance.opened.nightsSold', {
              listing: title,
              nights: nights.guest,
              total: nights.total,
            })}
          />
        )}
        <span className="num right">{nights.guest}</span>
        <span className="num right q">{formatFigure(unit, figure?.value ?? null, currency)}</span>
      </div>
      {shown && <Stays listing={listing} opened={opened} currency={currency} />}
    </>
  )
}

const Legend = () => {
  const t = useText()
  return (
    <p className={`small q ${styles['legend']}`}>
      <span>
        <i className={styles['on']} />
        {t('performance.opened.mark.guest')}
      </span>
      <span>
        <i className={styles['taken']} />
        {t('performance.opened.mark.taken')}
      </span>
      <span>
        <i />
        {t('performance.opened.mark.open')}
      </span>
    </p>
  )
}

/** The nights of each listing, and the stays behind those of one. */
export const OpenedListings = ({ opened, currency, view }: Props & { view: PerformanceView }) => {
  const t = useText()
  const { listings } = opened
  const shown = view.shownListing ?? listings[0]?.listingId
  const hasDays = listings.some(({ days }) => days !== null)
  return (
    <div role="region" aria-label={t('performance.opened.region')}>
      <div className={`${styles['row']} ${styles['head']}`}>
        <span />
        <DayNumbers opened={opened} />
        <span className="right">{t('performance.opened.nights')}</span>
        <span className="right">
          {FIGURES[opened.code].unit === 'money' ? currency : FIGURES[opened.code].name}
        </span>
      </div>
      {listings.map((listing) => (
        <ListingRow
          key={listing.listingId}
          listing={listing}
          opened={opened}
          currency={currency}
          shown={listing.listingId === shown}
          onToggle={() => view.change({ in: listing.listingId === shown ? 'none' : listing.listingId })}
        />
      ))}
      {hasDays && <Legend />}
    </div>
  )
}
