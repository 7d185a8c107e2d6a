import { useState } from 'react'
import { useGetOne } from 'react-admin'
import { sectionsOf, type ListingContentRow } from '@hearth/contracts/listing'
import { useCan, useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { statusOf } from '../../data/http/problems.ts'
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
import { formatInstant } from '../../components/dates/localDate.ts'
import { NotFound } from '../../components/feedback/NotFound.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { UnsavedGuard } from '../../components/form/UnsavedGuard.tsx'
import { answersOf } from './answers.ts'
import { AskBar } from './AskBar.tsx'
import { CaseChip } from './CaseChip.tsx'
import { CopyCard } from './CopyCard.tsx'
import styles from './Review.module.css'
import { SideCards } from './SideCards.tsx'
import { StepAnswers, type Basket } from './StepAnswers.tsx'

const awaitsUs = ({ state }: OnboardingCase) => state === 'submitted' || state === 'in_review'

const Decisions = ({ row }: { row: OnboardingCase }) => {
  const t = useText()
  const me = useSession()?.user.id
  const { id, name } = row
  const same = { resource: 'onboarding', id, keep: t('review.keep'), touches: ['listings'] }
  const shoot = row.steps.find(({ step }) => step === 'photoshoot')?.state
  return (
    <div className={styles['acts']}>
      {awaitsUs(row) && row.reviewerId !== me && (
        <ConfirmedCommand
          {...same}
          verb="start-review"
          label={t('review.take')}
          title={t('review.takeTitle', { name })}
          text={t('review.takeText')}
          saved={t('review.tookIt')}
        />
      )}
      {awaitsUs(row) && (
        <ConfirmedCommand
          {...same}
          verb="approve"
          label={t('review.approve')}
          title={t('review.approveTitle', { name })}
          text={t('review.approveText')}
          saved={t('review.approved', { name })}
        />
      )}
      {awaitsUs(row) && (
        <ExplainedCommand
          {...same}
          verb="reject"
          destructive
          field="reason"
          most={1000}
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
            most={500}
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
  const may = useCan('onboarding.review')
  const nameOf = useAccountNames([row.hostAccountId])
  return (
    <Card title={row.name} action={<CaseChip state={row.state} />}>
      <div className={styles['head']}>
        <p className="q num">
          {nameOf(row.hostAccountId)}, {t('review.percent', { percent: row.progress })},{' '}
          {t(`review.waitsFor.${row.waitingFor}`)}
          {row.submittedAt !== null &&
            `, ${t('review.submitted', { day: `${formatInstant(row.submittedAt, 'UTC')} UTC` })}`}
          {row.reviewerId !== null &&
            `, ${t('review.taken', { who: t(row.reviewerId === me ? 'review.you' : 'review.colleague') })}`}
        </p>
        {row.rejectedBecause !== null && <p>{row.rejectedBecause}</p>}
        {may ? <Decisions row={row} /> : <p className="small q">{t('review.mayNot')}</p>}
      </div>
    </Card>
  )
}

/** One listing for staff: every answer, the decisions open to them, and what they set themselves. */
export const ReviewCase = ({ listingId }: { listingId: string }) => {
  const t = useText()
  const may = useCan('onboarding.review')
  const onboarding = useCase(listingId)
  const place = useListing(listingId)
  const details = useGetOne<ListingContentRow & { revision: number }>(
    'listing-contents',
    { id: listingId },
    { retry: false },
  )
  const [basket, setBasket] = useState<Basket>({})
  const row = onboarding.data
  const listing = place.data
  const content = details.data
  const error =
    (row === undefined ? onboarding.error : null) ??
    (listing === undefined ? place.error : null) ??
    (content === undefined ? details.error : null)
  const back = (
    <div className={styles['back']}>
      <LinkButton size="small" to={to.reports({ report: 'listings' })}>
        {t('review.back')}
      </LinkButton>{' '}
      <LinkButton size="small" to={to.listingDetails('photos', listingId)}>
        {t('review.details')}
      </LinkButton>
    </div>
  )
  if (error)
    return statusOf(error) === 404 || statusOf(error) === 422 ? (
      <NotFound />
    ) : (
      <>
        {back}
        <Card>
          <ErrorState
            title={t('review.caseFailed')}
            error={error}
            onRetry={() => void Promise.all([onboarding.refetch(), place.refetch(), details.refetch()])}
          />
        </Card>
      </>
    )
  if (!row || !listing || !content)
    return (
      <>
        {back}
        <div aria-busy="true">
          <Skeleton height={420} />
        </div>
      </>
    )
  const sections = sectionsOf(content)
  const mayAsk = may && awaitsUs(row)
  const onComment = (key: string, item: Basket[string] | null) =>
    setBasket(({ [key]: _before, ...others }) => (item === null ? others : { ...others, [key]: item }))
  return (
    <>
      {back}
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
                  answersOf={() => answersOf(t, line.step, sections, listing.currency)}
                  basket={basket}
                  mayAsk={mayAsk}
                  onComment={onComment}
                />
              ))}
          </Card>
          {Object.keys(basket).length > 0 && (
            <AskBar listingId={listingId} basket={basket} onDone={() => setBasket({})} />
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
