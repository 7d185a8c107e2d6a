import { useGetList } from 'react-admin'
import { Link } from 'react-router-dom'
import { formatAmount, sum, type Currency } from '@hearth/contracts/kernel/money'
import { EXPECTED_STATUSES, type PayoutsBreakdown } from '@hearth/contracts/ledger'
import { useListings } from '../data/queries/useListings.ts'
import type { ListedBooking } from '../data/records/records.ts'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { formatRange } from '../components/dates/localDate.ts'
import { Money } from '../components/display/Money.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { AmountDrawer } from './AmountDrawer.tsx'
import styles from './AmountDrawer.module.css'
import type { View } from './breakdown/useBreakdown.ts'

const MAX_STAYS = 100

const createFilter = ({ days: { from, to: last } }: View, currency: Currency) => ({
  status: [...EXPECTED_STATUSES],
  currency,
  ...(from === undefined ? {} : { checkIn_gte: from }),
  ...(last === undefined ? {} : { checkIn_lte: last }),
})

type Expected = NonNullable<PayoutsBreakdown['expected']>

const Stays = ({
  rows,
  expected,
  currency,
}: {
  rows: readonly ListedBooking[]
  expected: Expected
  currency: Currency
}) => {
  const t = useText()
  const listings = useListings(rows.map(({ listingId }) => listingId))
  const shown = sum(rows.map(({ hostPayoutMinor }) => hostPayoutMinor ?? 0))
  if (rows.length === 0) return <p className={`q ${styles['note']}`}>{t('payout.expected.none')}</p>
  const covered = rows.filter(({ disruption }) => disruption !== null).length
  return (
    <>
      {covered > 0 && (
        <p className={`small ${styles['note']}`}>{t('payout.expected.covered', { smart_count: covered })}</p>
      )}
      <ul className={styles['stays']}>
        {rows.map(({ id, guestName, listingId, checkIn, checkOut, hostPayoutMinor, disruption }) => (
          <li key={id}>
            <Link to={to.booking(id)}>
              <span>
                <b className="strong">{guestName ?? t('payout.why.guest')}</b>
                <small>
                  {[listings.get(listingId)?.title, formatRange(checkIn, checkOut)]
                    .filter(Boolean)
                    .join(', ')}
                </small>
                {disruption !== null && (
                  <small>{t('payout.expected.event', { title: disruption.title })}</small>
                )}
              </span>
              <span className="num">{formatAmount(hostPayoutMinor ?? 0, currency)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {expected.stays > rows.length && (
        <p className={`small q num ${styles['rest']}`}>
          <span>{t('payout.expected.rest', { smart_count: expected.stays - rows.length })}</span>
          <span>{formatAmount(expected.amountMinor - shown, currency)}</span>
        </p>
      )}
    </>
  )
}

/** The stays that are still to be earned, the next first, with what each is to bring. */
export const OpenedExpected = ({
  expected,
  currency,
  view,
}: {
  expected: Expected
  currency: Currency
  view: View
}) => {
  const t = useText()
  const { data, error, refetch } = useGetList<ListedBooking>('bookings', {
    pagination: { page: 1, perPage: MAX_STAYS },
    sort: { field: 'checkIn', order: 'ASC' },
    filter: createFilter(view, currency),
  })
  return (
    <AmountDrawer
      title={t('payout.expected.title')}
      amount={<Money amountMinor={expected.amountMinor} currency={currency} />}
      detail={t('payout.expected.detail')}
      onClose={view.close}
    >
      {error && !data ? (
        <ErrorState title={t('payout.expected.failed')} error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={240} />
      ) : (
        <Stays rows={data} expected={expected} currency={currency} />
      )}
    </AmountDrawer>
  )
}
