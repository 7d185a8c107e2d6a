import { useState } from 'react'
import { Button } from '@mui/material'
import { useParams } from 'react-router-dom'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { problemText, readStatus } from '../../data/http/problems.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Banner } from '../../components/feedback/Banner.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { ConfirmCommand } from '../../components/dialog/ConfirmCommand.tsx'
import { ContinueDraft } from '../../components/feedback/ContinueDraft.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatDay, wallClock, zoneName } from '../../components/dates/localDate.ts'
import { NotFound } from '../../components/feedback/NotFound.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { CasePath } from './CasePath.tsx'
import styles from './CasePage.module.css'
import { listOpenSteps } from './hub.ts'
import { canSubmit, NextCard } from './NextCard.tsx'
import { Promises } from './Promises.tsx'
import { StepList } from './StepList.tsx'
import { StillNeeded } from './StillNeeded.tsx'
import '../../listing-sections/texts.ts'
import { useCase, useListing, type OnboardingCase } from '../../data/queries/useCase.ts'
import { useUnsentDrafts } from '../../listing-sections/saving/useSection.ts'

/**
 * Why the onboarding is stopped: on hold, rejected, or a condition of a live listing that is no longer met.
 */
const CaseBanner = ({ onboarding, zone }: { onboarding: OnboardingCase; zone: string }) => {
  const t = useText()
  const mayWrite = useCan('listing.write')
  const resume = useCommand({ resource: 'onboarding', verb: 'resume', touches: ['listings'] })
  const { state, rejectedBecause, lapsed, pauseAt, id } = onboarding
  if (state === 'abandoned')
    return (
      <Banner
        icon="pause"
        title={t('onboarding.banner.abandoned')}
        action={
          mayWrite && (
            <Button size="small" loading={resume.pending} onClick={() => resume.run({ record: { id } })}>
              {t('onboarding.banner.resume')}
            </Button>
          )
        }
      >
        {t('onboarding.banner.abandonedText')}
        {resume.error !== null && <span role="alert"> {problemText(resume.error, t)}</span>}
      </Banner>
    )
  if (state === 'rejected')
    return (
      <Banner icon="alert" title={t('onboarding.banner.rejected')}>
        {rejectedBecause}
      </Banner>
    )
  if (lapsed.length > 0)
    return (
      <Banner
        icon="alert"
        title={t('onboarding.banner.lapsed', {
          day: pauseAt === null ? '' : formatDay(wallClock(pauseAt, zone).date),
        })}
        action={
          <LinkButton size="small" to={to.listing(id)}>
            {t('onboarding.banner.toListing')}
          </LinkButton>
        }
      >
        {lapsed.map(({ detail }) => detail).join(' ')}
      </Banner>
    )
  return null
}

const HoldAction = ({ onboarding }: { onboarding: OnboardingCase }) => {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const abandon = useCommand({
    resource: 'onboarding',
    verb: 'abandon',
    touches: ['listings'],
    onSuccess: () => setAsking(false),
  })
  return (
    <>
      <Button variant="text" size="small" sx={{ ml: -1.5 }} onClick={() => setAsking(true)}>
        {t('onboarding.layAside.button')}
      </Button>
      <ConfirmCommand
        open={asking}
        title={t('onboarding.layAside.title', { name: onboarding.name })}
        confirm={t('onboarding.layAside.button')}
        keep={t('onboarding.layAside.keep')}
        pending={abandon.pending}
        error={abandon.error}
        onConfirm={() => abandon.run({ record: { id: onboarding.id } })}
        onClose={() => setAsking(false)}
      >
        {t('onboarding.layAside.text')}
      </ConfirmCommand>
    </>
  )
}

const SubmitButton = ({
  onboarding,
  submit,
}: {
  onboarding: OnboardingCase
  submit: ReturnType<typeof useCommand>
}) => {
  const t = useText()
  const open = listOpenSteps(onboarding).length
  return (
    <span className={`${styles['submit']} only-desk`}>
      {open > 0 && <span className="small q">{t('onboarding.before', { smart_count: open })}</span>}
      <Button
        disabled={open > 0}
        loading={submit.pending}
        onClick={() => submit.run({ record: { id: onboarding.id } })}
      >
        {t('onboarding.submit')}
      </Button>
    </span>
  )
}

const CaseFailed = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => {
  const t = useText()
  return readStatus(error) === 404 || readStatus(error) === 422 ? (
    <NotFound />
  ) : (
    <>
      <PageHeader title={t('onboarding.title')} />
      <Card>
        <ErrorState title={t('onboarding.page.caseFailed')} error={error} onRetry={() => void onRetry()} />
      </Card>
    </>
  )
}

/** `/onboarding/{listingId}`: what is done, what comes next, who must act and by when. */
const CasePage = () => {
  const t = useText()
  const { listingId = '' } = useParams()
  const onboarding = useCase(listingId)
  const place = useListing(listingId)
  const mayWrite = useCan('listing.write')
  const submit = useCommand({ resource: 'onboarding', verb: 'submit-for-review', touches: ['listings'] })
  useUnsentDrafts()
  const { data } = onboarding
  const listing = place.data
  const error = data === undefined ? onboarding.error : listing === undefined ? place.error : null
  if (error && data === undefined && listing?.status === 'draft')
    return (
      <>
        <PageHeader
          title={listing.title}
          crumbs={[{ label: t('onboarding.title'), to: to.onboarding() }, { label: listing.title }]}
        />
        <Card>
          <ContinueDraft draft={listing} />
        </Card>
      </>
    )
  if (error)
    return <CaseFailed error={error} onRetry={() => Promise.all([onboarding.refetch(), place.refetch()])} />
  if (!data || !listing)
    return (
      <div className={styles['loading']} aria-busy="true">
        <Skeleton height={40} />
        <Skeleton height={86} />
        <Skeleton height={420} />
      </div>
    )
  const zone = listing.timezone
  return (
    <>
      <PageHeader
        title={data.name}
        detail={data.name === listing.place ? undefined : listing.place}
        crumbs={[{ label: t('onboarding.title'), to: to.onboarding() }, { label: data.name }]}
        actions={mayWrite && canSubmit(data) && <SubmitButton onboarding={data} submit={submit} />}
      />
      <CaseBanner onboarding={data} zone={zone} />
      <CasePath onboarding={data} zone={zone} />
      <div className={styles['cols']}>
        <StepList onboarding={data} zone={zone} />
        <div className={styles['side']}>
          <NextCard onboarding={data} zone={zone} submit={submit} />
          <StillNeeded onboarding={data} />
          <Promises onboarding={data} zone={zone} />
          <p className="cap c">{t('onboarding.zone', { zone: zoneName(zone) })}</p>
          {mayWrite && canSubmit(data) && (
            <div>
              <HoldAction onboarding={data} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}
export default CasePage
