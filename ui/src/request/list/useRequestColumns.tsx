import type { RequestKind } from '@hearth/contracts/request'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import { StayDates } from '../../components/display/StayDates.tsx'
import type { Column } from '../../components/list/ListTable.tsx'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { useListings } from '../../data/queries/useListings.ts'
import type { ListedRequest } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { useSession } from '../../session/session.ts'
import { RequestClock } from '../RequestClock.tsx'
import { RequestStatus } from '../RequestStatus.tsx'
import { useRequestName } from '../useRequestTitle.ts'
import styles from './RequestList.module.css'

type Columns = Column<ListedRequest>[]

/** The nights that a guest wants, or when work begins. */
export const RequestDates = ({ checkIn, checkOut, startsAt }: ListedRequest) =>
  checkIn !== null && checkOut !== null ? (
    <StayDates start={checkIn} end={checkOut} />
  ) : startsAt !== null ? (
    <time className="num nowrap" dateTime={startsAt}>
      {formatReaderInstant(startsAt)}
    </time>
  ) : null

/** Kinds whose amount the host would pay. */
const COSTS: ReadonlySet<RequestKind> = new Set(['refund_waiver', 'expense_approval', 'service'])

/** What the host would receive more or less, or has. */
export const RequestAmount = ({ kind, actualMinor, amountMinor, currency }: ListedRequest) => {
  const amount = actualMinor ?? amountMinor
  return amount === null || currency === null ? null : (
    <Money signed amountMinor={COSTS.has(kind) ? -amount : amount} currency={currency} />
  )
}

const stateColumns = (t: Text): Columns => [
  {
    key: 'due',
    label: t('request.columns.due'),
    sort: 'dueAt',
    steady: true,
    render: (row) => (
      <span className={styles['due']}>
        <RequestClock request={row} />
      </span>
    ),
  },
  {
    key: 'status',
    label: t('request.columns.status'),
    sort: 'status',
    steady: true,
    render: (row) => <RequestStatus request={row} />,
  },
  {
    key: 'amount',
    label: t('request.columns.amount'),
    opens: 'booking.money',
    align: 'right',
    render: (row) => <RequestAmount {...row} />,
  },
  {
    key: 'code',
    label: t('request.columns.code'),
    hiddenBelow: 1240,
    render: ({ code }) => <span className="c num">{code}</span>,
  },
]

/** What it is about first, then where and when, how long is left, and money. */
export const useRequestColumns = (rows: readonly ListedRequest[]): Columns => {
  const t = useText()
  const nameOf = useRequestName()
  const ofAllAccounts = useSession()?.account === null
  const listings = useListings(rows.map(({ listingId }) => listingId))
  const accountOf = useAccountNames(ofAllAccounts ? rows.map(({ hostAccountId }) => hostAccountId) : [])
  return [
    {
      key: 'about',
      label: t('request.columns.about'),
      sort: 'kind',
      link: true,
      fluid: true,
      render: (row) => (
        <span className={styles['about']}>
          <span className="strong">{nameOf(row)}</span>
          <small>{t(`request.kind.${row.kind}`)}</small>
        </span>
      ),
    },
    ...(ofAllAccounts
      ? [
          {
            key: 'account',
            label: t('request.columns.account'),
            render: ({ hostAccountId }: ListedRequest) => (
              <span className="q">{accountOf(hostAccountId)}</span>
            ),
          },
        ]
      : []),
    {
      key: 'listing',
      label: t('request.columns.listing'),
      render: ({ listingId }) => <span className="q">{listings.get(listingId)?.title}</span>,
    },
    {
      key: 'when',
      label: t('request.columns.when'),
      render: (row) => <RequestDates {...row} />,
    },
    ...stateColumns(t),
  ]
}
