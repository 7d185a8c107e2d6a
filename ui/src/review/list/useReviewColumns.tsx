import { useListContext } from 'react-admin'
import { StayDates } from '../../components/display/StayDates.tsx'
import type { Column } from '../../components/list/ListTable.tsx'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { useListings } from '../../data/queries/useListings.ts'
import type { Review } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useSession } from '../../session/session.ts'
import { ReviewStatus } from '../ReviewStatus.tsx'
import { ReviewRating, ReviewTime, ReviewWords } from './ReviewCells.tsx'
import styles from './ReviewList.module.css'

/** Guest and stay first, then what they gave and wrote, and how long is left. */
export const useReviewColumns = (rows: readonly Review[]): Column<Review>[] => {
  const t = useText()
  const { filterValues } = useListContext<Review>()
  // Reviews with and without a deadline side by side have no order by the time left.
  const timeSort = filterValues?.todo ? 'dueAt' : filterValues?.state ? 'place' : undefined
  const ofAllAccounts = useSession()?.account === null
  const listings = useListings(rows.map(({ listingId }) => listingId))
  const accountOf = useAccountNames(ofAllAccounts ? rows.map(({ hostAccountId }) => hostAccountId) : [])
  return [
    {
      key: 'guest',
      label: t('reviews.columns.guest'),
      link: true,
      render: ({ guestName, listingId }) => (
        <span className={styles['about']}>
          <span className="strong">{guestName}</span>
          <small>{listings.get(listingId)?.title}</small>
        </span>
      ),
    },
    ...(ofAllAccounts
      ? [
          {
            key: 'account',
            label: t('reviews.columns.account'),
            render: ({ hostAccountId }: Review) => <span className="q">{accountOf(hostAccountId)}</span>,
          },
        ]
      : []),
    {
      key: 'stay',
      label: t('reviews.columns.stay'),
      hiddenBelow: 960,
      render: ({ checkIn, checkOut }) => <StayDates start={checkIn} end={checkOut} />,
    },
    {
      key: 'rating',
      label: t('reviews.columns.rating'),
      sort: 'overall',
      render: (review) => <ReviewRating review={review} />,
    },
    {
      key: 'state',
      label: t('reviews.columns.state'),
      steady: true,
      render: (review) => <ReviewStatus review={review} />,
    },
    {
      key: 'words',
      label: t('reviews.columns.words'),
      fluid: true,
      render: (review) => <ReviewWords review={review} />,
    },
    {
      key: 'left',
      label: t('reviews.columns.left'),
      ...(timeSort !== undefined && { sort: timeSort }),
      align: 'right',
      steady: true,
      render: (review) => <ReviewTime review={review} />,
    },
  ]
}
