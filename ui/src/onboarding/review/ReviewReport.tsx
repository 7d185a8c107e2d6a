import type { ReactNode } from 'react'
import { useGetList } from 'react-admin'
import { Link, useSearchParams } from 'react-router-dom'
import { to } from '../../navigation/paths.ts'
import { reviewTexts } from '../../i18n/en/review.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import type { OnboardingCase } from '../../data/queries/useCase.ts'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { SavedViews } from '../../components/list/SavedViews.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { CaseChip } from './CaseChip.tsx'
import { RegistrationQueue } from './RegistrationQueue.tsx'
import { ReviewCase } from './ReviewCase.tsx'
import styles from './Review.module.css'

addTexts({ review: reviewTexts })

const POLL_MS = 10_000
const PER_PAGE = 50
const views = {
  waiting: { state: ['submitted', 'in_review'] },
  changes: { state: 'changes_requested' },
  approved: { state: 'approved' },
  filling: { state: ['started', 'in_progress'] },
  over: { state: ['live', 'abandoned', 'rejected'] },
} as const
type ViewName = keyof typeof views
const names = Object.keys(views) as ViewName[]
const isView = (text: string | null): text is ViewName => text !== null && Object.hasOwn(views, text)

/** Submitted listings are sorted by submission, the others by their last change. */
const useCases = (name: ViewName, perPage: number) =>
  useGetList<OnboardingCase>(
    'onboarding',
    {
      pagination: { page: 1, perPage },
      sort:
        name === 'waiting' ? { field: 'submittedAt', order: 'ASC' } : { field: 'updatedAt', order: 'DESC' },
      filter: views[name],
    },
    { refetchInterval: POLL_MS },
  )

const Row = ({ row, account }: { row: OnboardingCase; account: string }) => {
  const t = useText()
  return (
    <li>
      <div className={styles['what']}>
        <p>
          <Link className={styles['open']} to={to.reports({ report: 'listings', listing: row.id })}>
            {row.name}
          </Link>
        </p>
        <p className="small q">
          {account}, {t('review.percent', { percent: row.progress })},{' '}
          {t(`review.waitsFor.${row.waitingFor}`)}
        </p>
        <p className="cap c num">
          {row.submittedAt === null
            ? formatReaderInstant(row.updatedAt)
            : t('review.submitted', { day: formatReaderInstant(row.submittedAt) })}
          {row.waitingFor === 'staff' &&
            row.nextDate !== null &&
            `, ${t('review.by', { day: formatReaderInstant(row.nextDate) })}`}
        </p>
      </div>
      <div className={styles['side']}>
        <CaseChip state={row.state} />
      </div>
    </li>
  )
}

const List = () => {
  const t = useText()
  const [search] = useSearchParams()
  const asked = search.get('show')
  const name = isView(asked) ? asked : 'waiting'
  const counts = {
    waiting: useCases('waiting', 1).total,
    changes: useCases('changes', 1).total,
    approved: useCases('approved', 1).total,
    filling: useCases('filling', 1).total,
    over: useCases('over', 1).total,
  }
  const { data, error, refetch } = useCases(name, PER_PAGE)
  const nameOf = useAccountNames((data ?? []).map(({ hostAccountId }) => hostAccountId))
  return (
    <>
      <SavedViews
        label={t('review.views')}
        views={names.map((each) => ({
          key: each,
          label: t(`review.view.${each}`),
          to: to.reports({ report: 'listings', show: each }),
          current: each === name,
          count: counts[each],
        }))}
      />
      <Card label={t('review.list')}>
        {error && !data ? (
          <ErrorState title={t('review.failed')} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <TableSkeleton rows={5} label={t('review.list')} />
        ) : data.length === 0 ? (
          <EmptyState icon="check" title={t(`review.none.${name}`)} />
        ) : (
          <ul className={styles['rows']}>
            {data.map((row) => (
              <Row key={row.id} row={row} account={nameOf(row.hostAccountId)} />
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}

/**
 * Listings of all accounts in onboarding, those that wait for staff first; one of them with all its answers.
 * `children`: queues below the list.
 */
export const ReviewReport = ({ children }: { children: ReactNode }) => {
  const [search] = useSearchParams()
  const listing = search.get('listing')
  return listing === null ? (
    <>
      <List />
      <RegistrationQueue />
      {children}
    </>
  ) : (
    <ReviewCase key={listing} listingId={listing} />
  )
}
