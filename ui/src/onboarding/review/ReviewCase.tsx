import { useState } from 'react'
import { useGetOne } from 'react-admin'
import { readSections, type ListingContentRow } from '@hearth/contracts/listing'
import { useCan, useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { readStatus } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { PriceCard } from '../../listing-sections/PriceCard.tsx'
import '../../listing-sections/texts.ts'
import { useCase, useListing, type OnboardingCase } from '../../data/queries/useCase.ts'
import { ConfirmedCommand } from '../../components/dialog/ConfirmedCommand.tsx'
import { ExplainedCommand } from '../../components/dialog/ExplainedCommand.tsx'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { NotFound } from '../../components/feedback/NotFound.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { UnsavedGuard } from '../../components/form/UnsavedGuard.tsx'
import { listAnswers } from './answers.ts'
import { AskBar } from './AskBar.tsx'
import { CaseChip } from './CaseChip.tsx'
import { CopyCard } from './CopyCard.tsx'
import styles from './Review.module.css'
import { SideCards } from './SideCards.tsx'
import { StepAnswers, type Basket } from './StepAnswers.tsx'

const awaitsStaff = ({ state }: OnboardingCase) => state === 'submitted' || state === 'in_review'

const Decisions = ({ row }: { row: OnboardingCase }) => {
  const t = useText()
  const me = useSession()?.user.id
  const { id, name } = row
  const same = { resource: 'onboarding', id, keep: t('review.keep'), touches: ['listings'] }
  const shoot = row.steps.find(({ step }) => step === 'photoshoot')?.state
  return (
    <div className={styles['acts']}>
      {awaitsStaff(row) && row.reviewerId !== me && (
        <ConfirmedCommand
          {...same}
          verb="start-review"
          label={t('review.take')}
          title={t('review.takeTitle', { name })}
          text={t('review.takeText')}
          saved={t('review.tookIt')}
        />
      )}
      {awaitsStaff(row) && (
        <ConfirmedCommand
          {...same}
          verb="approve"
          label={t('review.approve')}
          title={t('review.approveTitle', { name })}
          text={t('review.approveText')}
          saved={t('review.approved', { name })}
        />
      )}
      {awaitsStaff(row) && (
        <ExplainedCommand
          {...same}
          verb="reject"
          destructive
          field="reason"
          maxLength={1000}
          label={t('review.reject')}
          title={t('review.rejectTitle', { name })}
          question={t('review.rejectWhy')}
          saved={t('review.rejected', { name })}
        />
      )}
      {row.state !== 'live' &&
        row.state !== 'rejected' &&
        row.state !== 'abandoned' &&
        (shoot === 'not_started' || shoot === 'needs_changes') && (
          <ExplainedCommand
            {...same}
            verb="mark-step-not-applicable"
            body={{ step: 'photoshoot' }}
            field="reason"
            maxLength={500}
            label={t('review.skipShoot')}
            title={t('review.skipShootTitle', { name })}
            question={t('review.skipShootWhy')}
            saved={t('review.skipped')}
          />
        )}
    </div>
  )
}

const Head = ({ row }: { row: OnboardingCase }) => {
  const t = useText()
  const me = useSession()?.user.id
  const mayReview = useCan('onboarding.review')
  const nameOf = useAccountNames([row.hostAccountId])
  return (
    <Card title={row.name} action={<CaseChip state={row.state} />}>
      <div className={styles['head']}>
        <p className="q num">
          {nameOf(row.hostAccountId)}, {t('review.percent', { percent: row.progress })},{' '}
          {t(`review.waitsFor.${row.waitingFor}`)}
          {row.submittedAt !== null &&
            `, ${t('review.submitted', { day: formatReaderInstant(row.submittedAt) })}`}
          {row.reviewerId !== null &&
            `, ${t('review.taken', { who: t(row.reviewerId === me ? 'review.you' : 'review.colleague') })}`}
        </p>
        {row.rejectedBecause !== null && <p>{row.rejectedBecause}</p>}
        {mayReview ? <Decisions row={row} /> : <p className="small q">{t('review.mayNot')}</p>}
      </div>
    </Card>
  )
}

/** The data of a listing's review once all three parts are loaded, or the error. */
const useReviewed = (listingId: string) => {
  const onboarding = useCase(listingId)
  const listing = useListing(listingId)
  const content = useGetOne<ListingContentRow & { revision: number }>(
    'listing-contents',
    { id: listingId },
    { retry: false },
  )
  const parts = [onboarding, listing, content]
  return {
    data:
      onboarding.data && listing.data && content.data
        ? { row: onboarding.data, listing: listing.data, content: content.data }
        : undefined,
    error: parts.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    refetch: () => Promise.all(parts.map(({ refetch }) => refetch())),
  }
}

const Back = ({ listingId }: { listingId: string }) => {
  const t = useText()
  return (
    <div className={styles['back']}>
      <LinkButton size="small" to={to.reports({ report: 'listings' })}>
        {t('review.back')}
      </LinkButton>{' '}
      <LinkButton size="small" to={to.listingDetails('photos', listingId)}>
        {t('review.details')}
      </LinkButton>
    </div>
  )
}

type Reviewed = NonNullable<ReturnType<typeof useReviewed>['data']>

const Columns = ({ row, listing, content }: Reviewed) => {
  const t = useText()
  const mayAsk = useCan('onboarding.review') && awaitsStaff(row)
  const [basket, setBasket] = useState<Basket>({})
  const sections = readSections(content)
  const onComment = (key: string, item: Basket[string] | null) =>
    setBasket(({ [key]: _before, ...others }) => (item === null ? others : { ...others, [key]: item }))
  return (
    <>
      <div className={styles['cols']}>
        <div className={styles['main']}>
          <Head row={row} />
          <Card title={t('review.answers')}>
            {row.steps
              .filter(({ step }) => step !== 'review')
              .map((line) => (
                <StepAnswers
                  key={line.step}
                  line={line}
                  listAnswers={() => listAnswers(t, line.step, sections, listing.currency)}
                  basket={basket}
                  mayAsk={mayAsk}
                  onComment={onComment}
                />
              ))}
          </Card>
          {Object.keys(basket).length > 0 && (
            <AskBar listingId={listing.id} basket={basket} onDone={() => setBasket({})} />
          )}
        </div>
        <div className={styles['aside']}>
          <CopyCard content={content} />
          <PriceCard listing={listing} />
          <SideCards listing={listing} />
        </div>
      </div>
      {Object.values(basket).some(({ comment }) => comment.trim() !== '') && <UnsavedGuard />}
    </>
  )
}

/** One listing for staff: every answer, the decisions they can take, and what they set themselves. */
export const ReviewCase = ({ listingId }: { listingId: string }) => {
  const t = useText()
  const { data, error, refetch } = useReviewed(listingId)
  if (readStatus(error) === 404 || readStatus(error) === 422) return <NotFound />
  return (
    <>
      <Back listingId={listingId} />
      {error ? (
        <Card>
          <ErrorState title={t('review.caseFailed')} error={error} onRetry={() => void refetch()} />
        </Card>
      ) : data ? (
        <Columns {...data} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={420} />
        </div>
      )}
    </>
  )
}
