import { useListContext } from 'react-admin'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { ListExport } from '../../components/list/ListExport.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { useSeenColumns } from '../../components/list/ColumnsButton.tsx'
import { FilterBar } from '../../components/list/FilterBar.tsx'
import { ListTable } from '../../components/list/ListTable.tsx'
import { SavedViews } from '../../components/list/SavedViews.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { useCards } from '../../components/list/useCards.ts'
import type { Review } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSession } from '../../session/session.ts'
import { RatingFigures } from './RatingFigures.tsx'
import { ReviewCards } from './ReviewCards.tsx'
import styles from './ReviewList.module.css'
import { useReviewColumns } from './useReviewColumns.tsx'
import { useReviewFilters } from './useReviewFilters.tsx'
import { useReviewViews } from './useReviewViews.ts'
import { formatSearch, type ViewKey } from './views.ts'

/** Why the list is empty, and the way to all reviews. */
const NoReviews = ({ view = 'all' }: { view: ViewKey | undefined }) => {
  const t = useText()
  return (
    <EmptyState
      icon="star"
      title={t(`reviews.none.${view}`)}
      text={t(`reviews.none.${view}Text`)}
      actions={
        view !== 'all' && <LinkButton to={to.reviews(formatSearch('all'))}>{t('reviews.showAll')}</LinkButton>
      }
    />
  )
}

const Rows = ({ view }: { view: ViewKey | undefined }) => {
  const t = useText()
  const cards = useCards()
  const { data, error, isPending, refetch, total } = useListContext<Review>()
  const columns = useSeenColumns(useReviewColumns(data ?? []))
  if (!error && data && total !== 0 && cards) return <ReviewCards rows={data} />
  if (!error && data && total !== 0)
    return (
      <ListTable<Review>
        columns={columns}
        label={t('reviews.title')}
        nameOf={({ guestName, bookingCode }) => guestName ?? bookingCode ?? ''}
        pathOf={({ id }) => to.review(id)}
      />
    )
  return (
    <div className={styles['frame']}>
      {error ? (
        <ErrorState title={t('reviews.failed')} error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <TableSkeleton label={t('app.loading')} rows={8} />
      ) : (
        <NoReviews view={view} />
      )}
    </div>
  )
}

/** Reviews to write, those that were revealed, and the rating that they make. */
export const ReviewList = () => {
  const t = useText()
  const { tabs, current } = useReviewViews()
  const filters = useReviewFilters()
  const isHost = useSession()?.account != null
  return (
    <>
      <PageHeader title={t('reviews.title')} actions={<ListExport />} />
      {isHost && (
        <div className={styles['figures']}>
          <RatingFigures />
        </div>
      )}
      <SavedViews label={t('reviews.views.label')} views={tabs} />
      <FilterBar filters={filters} label={t('reviews.filters.label')} />
      <Rows view={current} />
    </>
  )
}
