import '../texts.ts'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { useListingsLoading } from '../../data/queries/useListings.ts'
import { readStatus } from '../../data/http/problems.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useCan, useSession } from '../../session/session.ts'
import { useReimbursement } from '../useReimbursement.ts'
import styles from './Claim.module.css'
import { ClaimView } from './ClaimView.tsx'

const DraftView = lazy(() => import('../draft/DraftView.tsx'))
const ReviewView = lazy(() => import('../staff/ReviewView.tsx'))

const Loading = () => (
  <div className={styles['loading']} aria-busy="true">
    <Skeleton height={72} />
    <Skeleton height={96} />
    <Skeleton height={320} />
  </div>
)

/** The page that fits the claim: its draft for the host, its review for staff, and else the claim itself. */
const View = ({ claim }: Readonly<{ claim: ReimbursementRecord }>) => {
  const mayWrite = useCan('reimbursement.write')
  const mayReview = useCan('reimbursement.review')
  const isStaff = useSession()?.account === null
  const inReview = claim.status === 'under_review' || claim.status === 'appealed'
  if (claim.status === 'draft' && mayWrite && claim.items !== null) return <DraftView claim={claim} />
  if (inReview && isStaff && mayReview && claim.items !== null) return <ReviewView claim={claim} />
  return <ClaimView claim={claim} />
}

/** One claim, from its draft to the payout. */
const ReimbursementPage = () => {
  const t = useText()
  const { id = '' } = useParams()
  const { data, error, refetch } = useReimbursement(id)
  const waits = useListingsLoading(data === undefined ? [] : [data.listingId])
  if (data && !waits)
    return (
      <Suspense fallback={<Loading />}>
        <View key={id} claim={data} />
      </Suspense>
    )
  if (data || !error) return <Loading />
  const missing = readStatus(error) === 404 || readStatus(error) === 422
  return (
    <>
      <PageHeader
        title={t('reimbursement.one')}
        crumbs={[
          { label: t('reimbursement.title'), to: to.reimbursements() },
          { label: missing ? t('reimbursement.unknown') : t('reimbursement.one') },
        ]}
      />
      <Card>
        {missing ? (
          <EmptyState
            icon="search"
            title={t('reimbursement.unknown')}
            text={t('problems.NOT_FOUND')}
            actions={
              <LinkButton filled to={to.reimbursements()}>
                {t('reimbursement.toList')}
              </LinkButton>
            }
          />
        ) : (
          <ErrorState title={t('reimbursement.oneFailed')} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </>
  )
}
export default ReimbursementPage
