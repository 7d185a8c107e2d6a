import { Link } from 'react-router-dom'
import { formatRange } from '../../components/dates/localDate.ts'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import type { Review } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useCan } from '../../session/session.ts'
import { ReviewStatus } from '../ReviewStatus.tsx'
import { useGuest } from '../useGuest.ts'
import { OpenReview } from './OpenReview.tsx'
import { RevealedReview } from './RevealedReview.tsx'
import { Unreviewed } from './Unreviewed.tsx'

/** What the page shows in each state. */
const PARTS = {
  open: OpenReview,
  partly_written: OpenReview,
  revealed: RevealedReview,
  closed: Unreviewed,
  void: Unreviewed,
} as const satisfies Readonly<Record<Review['state'], unknown>>

export const ReviewView = ({ review }: { review: Review }) => {
  const t = useText()
  const listing = useListings([review.listingId]).get(review.listingId)?.title ?? ''
  const guest = useGuest(review).name
  const writes = useCan('review.write') && review.todo === 'write'
  const pair = t('reviews.pairTitle', { guest, listing })
  const Part = PARTS[review.state]
  return (
    <>
      <PageHeader
        title={writes ? t('reviews.writeTitle', { guest }) : pair}
        {...(writes && { detail: listing })}
        crumbs={[{ label: t('reviews.title'), to: to.reviews() }, { label: pair }]}
        aside={<ReviewStatus review={review} />}
        actions={
          <Link className="link small num" to={to.booking(review.id)}>
            {t('reviews.toBooking', {
              code: review.bookingCode ?? '',
              stay: formatRange(review.checkIn, review.checkOut),
            })}
          </Link>
        }
      />
      <Part review={review} />
    </>
  )
}
