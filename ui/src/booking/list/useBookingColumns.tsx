import { useMediaQuery } from '@mui/material'
import { NARROW } from '../../components/list/useCards.ts'
import styles from './BookingList.module.css'
import { Money } from '../../components/display/Money.tsx'
import { Day, StayDates } from '../../components/display/StayDates.tsx'
import { useSees, useSession } from '../../session/session.ts'
import type { Column } from '../../components/list/ListTable.tsx'
import type { ListedBooking } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { formatInstant, wallClock } from '../../components/dates/localDate.ts'
import { BookingStatusChip } from '../../components/status/BookingStatusChip.tsx'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { useListings } from '../../data/queries/useListings.ts'

type Columns = Column<ListedBooking>[]

/** On a tablet, guest and code share a column. */
const guestColumn = (t: Text): Columns[number] => ({
  key: 'guest',
  label: t('booking.list.columns.guest'),
  sort: 'guestName',
  opens: 'booking.details',
  link: true,
  render: ({ guestName, guests, code }) => (
    <>
      {guestName} <span className="c num">{guests}</span>
      <small className={styles['below']}>{code}</small>
    </>
  ),
})

const personColumns = (t: Text): Columns => [
  {
    key: 'code',
    label: t('booking.list.columns.code'),
    sort: 'code',
    opens: 'booking.details',
    link: true,
    render: ({ code }) => code,
  },
  {
    key: 'guest',
    label: t('booking.list.columns.guest'),
    sort: 'guestName',
    opens: 'booking.details',
    render: ({ guestName, guests }) => (
      <>
        <span className="strong">{guestName}</span> <span className="c num">{guests}</span>
      </>
    ),
  },
]

const stayColumn = (t: Text, link: boolean): Columns[number] => ({
  key: 'stay',
  label: t('booking.list.columns.stay'),
  sort: 'checkIn',
  link,
  render: ({ checkIn, checkOut }) => <StayDates start={checkIn} end={checkOut} />,
})

/** On a tablet, the listing stands under the dates. */
const stayAtColumn = (t: Text, link: boolean, placeOf: (row: ListedBooking) => string): Columns[number] => ({
  ...stayColumn(t, link),
  fluid: true,
  render: (row) => (
    <>
      <StayDates start={row.checkIn} end={row.checkOut} />
      <small className={styles['below']}>{placeOf(row)}</small>
    </>
  ),
})

const nightsColumn = (t: Text): Columns[number] => ({
  key: 'nights',
  label: t('booking.list.columns.nights'),
  sort: 'nights',
  align: 'right',
  render: ({ nights }) => <span className="num q">{nights}</span>,
})

const statusColumn = (t: Text): Columns[number] => ({
  key: 'status',
  label: t('booking.list.columns.status'),
  sort: 'status',
  steady: true,
  render: (row) => <BookingStatusChip booking={row} />,
})

const payableColumn = (t: Text, ofAllAccounts: boolean): Columns[number] => ({
  key: 'payable',
  label: t('booking.list.columns.payable'),
  sort: 'payableAt',
  opens: 'booking.money',
  hiddenBelow: ofAllAccounts ? 1080 : 960,
  render: ({ payableAt, hostPayoutMinor, snapshot }) =>
    hostPayoutMinor !== null && hostPayoutMinor <= 0 ? (
      <span className="c">{t('booking.notPaid')}</span>
    ) : (
      <span className="q">
        <Day date={wallClock(payableAt, snapshot.timezone).date} />
      </span>
    ),
})

const receiveColumn = (t: Text, ofAllAccounts: boolean): Columns[number] => ({
  key: 'receive',
  label: t(ofAllAccounts ? 'booking.list.columns.hostReceives' : 'booking.list.columns.receive'),
  sort: 'hostPayoutMinor',
  opens: 'booking.money',
  align: 'right',
  render: ({ hostPayoutMinor, currency }) =>
    hostPayoutMinor !== null && (
      <span className="strong">
        <Money amountMinor={hostPayoutMinor} currency={currency} />
      </span>
    ),
})

const originColumns = (t: Text): Columns => [
  {
    key: 'source',
    label: t('booking.list.columns.source'),
    render: ({ source }) => <span className="q">{t(`booking.source.${source}`)}</span>,
  },
  {
    key: 'confirmed',
    label: t('booking.list.columns.confirmed'),
    sort: 'confirmedAt',
    render: ({ confirmedAt, snapshot }) => (
      <span className="q num">{formatInstant(confirmedAt, snapshot.timezone)}</span>
    ),
  },
]

/** Whose booking it is, for staff, who see those of all accounts. */
const accountColumn = (t: Text, nameOf: (id: string) => string): Columns[number] => ({
  key: 'account',
  label: t('booking.list.columns.account'),
  render: ({ hostAccountId }) => <span className="q">{nameOf(hostAccountId)}</span>,
})

const listingColumn = (t: Text, listings: ReturnType<typeof useListings>): Columns[number] => ({
  key: 'listing',
  label: t('booking.list.columns.listing'),
  fluid: true,
  render: ({ listingId }) => {
    const listing = listings.get(listingId)
    return listing ? (
      <span title={`${listing.title}, ${listing.place}`}>
        {listing.title}
        <span className="c place">, {listing.place}</span>
      </span>
    ) : null
  },
})

/** Name first, then place, dates, money: the order of every screen. Without names, the dates are first. */
export const useBookingColumns = (rows: readonly ListedBooking[]): Columns => {
  const t = useText()
  const ofAllAccounts = useSession()?.account === null
  const narrow = useMediaQuery(NARROW)
  const seesGuests = useSees('booking.details')
  const listings = useListings(rows.map(({ listingId }) => listingId))
  const nameOf = useAccountNames(ofAllAccounts ? rows.map(({ hostAccountId }) => hostAccountId) : [])
  if (narrow)
    return [
      guestColumn(t),
      stayAtColumn(t, !seesGuests, ({ listingId, hostAccountId }) =>
        [listings.get(listingId)?.title, ofAllAccounts && nameOf(hostAccountId)].filter(Boolean).join(', '),
      ),
      nightsColumn(t),
      statusColumn(t),
      receiveColumn(t, ofAllAccounts),
    ]
  const place = [...(ofAllAccounts ? [accountColumn(t, nameOf)] : []), listingColumn(t, listings)]
  const stay = stayColumn(t, !seesGuests)
  return [
    ...personColumns(t),
    ...(seesGuests ? [...place, stay] : [stay, ...place]),
    { ...nightsColumn(t), hiddenBelow: ofAllAccounts ? 1240 : 1080 },
    statusColumn(t),
    payableColumn(t, ofAllAccounts),
    receiveColumn(t, ofAllAccounts),
    ...originColumns(t),
  ]
}

/** Columns that are hidden until they are chosen. */
export const HIDDEN_AT_FIRST: readonly string[] = ['source', 'confirmed']
