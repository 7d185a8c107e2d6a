import type { ReactElement, ReactNode } from 'react'
import type { OnboardingState } from '@hearth/contracts/onboarding'
import { formatStepPage } from '@hearth/contracts/onboarding'
import { useGetList } from 'react-admin'
import { Link } from 'react-router-dom'
import { useCan, useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import type { Tone } from '../../theme/tokens.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useFirstDraft } from '../../data/queries/useFirstDraft.ts'
import { ContinueDraft } from '../../components/feedback/ContinueDraft.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { browserZone, formatDay, wallClock } from '../../components/dates/localDate.ts'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Progress } from '../../components/feedback/Progress.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import styles from './HubPage.module.css'
import { canSubmit } from './NextCard.tsx'
import '../../i18n/lazy/listings.ts'
import '../../listing-sections/texts.ts'
import type { OnboardingCase } from '../../data/queries/useCase.ts'
import type { Listing } from '../../data/records/records.ts'
import { useUnsentDrafts } from '../../listing-sections/saving/useSection.ts'

const TONES: Readonly<Record<OnboardingState, Tone>> = {
  started: 'mute',
  in_progress: 'info',
  submitted: 'info',
  in_review: 'info',
  changes_requested: 'warn',
  approved: 'ok',
  live: 'ok',
  abandoned: 'mute',
  rejected: 'bad',
}
const MAX_CASES = 100

/** One listing: what it is, how far, whose turn it is, and its next step. */
const Line = ({
  path,
  name,
  place,
  chip,
  next,
  children,
}: Readonly<{
  path: string
  name: string
  place: string
  chip: ReactElement
  next: Readonly<{ text: string; to: string }>
  /** The progress, and who must act. */ children?: ReactNode
}>) => (
  <li>
    <div className={styles['what']}>
      <Link to={path} className="strong">
        {name}
      </Link>
      {place !== name && <span className="small q">{place}</span>}
    </div>
    <span>{chip}</span>
    {children}
    <span className={styles['act']}>
      <LinkButton size="small" to={next.to}>
        {next.text}
        <span className="sr">: {name}</span>
      </LinkButton>
    </span>
  </li>
)

const CaseLine = ({ onboarding, zone }: { onboarding: OnboardingCase; zone: string }) => {
  const t = useText()
  const mayWrite = useCan('listing.write')
  const { id, name, names, state, progress, waitingFor, nextDate, nextStep } = onboarding
  const path = to.onboardingCase(id)
  return (
    <Line
      path={path}
      name={name}
      place={names.place}
      chip={<StatusChip tone={TONES[state]}>{t(`onboarding.state.${state}`)}</StatusChip>}
      next={
        mayWrite && canSubmit(onboarding) && nextStep !== null
          ? { text: t('onboarding.continue'), to: formatStepPage(nextStep, id) }
          : { text: t('onboarding.open'), to: path }
      }
    >
      <div className={styles['share']}>
        <Progress share={progress / 100} />
        <span className="small q num">{t('onboarding.percent', { percent: progress })}</span>
      </div>
      <div className={styles['who']}>
        <span className="small">
          {waitingFor === 'nobody'
            ? ''
            : t('onboarding.waitsFor', { who: t(`onboarding.waitingFor.${waitingFor}`) })}
        </span>
        {nextDate !== null && (
          <span className="small q num">
            {t('onboarding.byDay', { day: formatDay(wallClock(nextDate, zone).date) })}
          </span>
        )}
      </div>
    </Line>
  )
}

/** A listing that was begun elsewhere, such as by an import, and has no steps yet. */
const DraftLine = ({ draft: { id, title, place } }: { draft: Listing }) => {
  const t = useText()
  const path = to.listing(id)
  return (
    <Line
      path={path}
      name={title}
      place={place}
      chip={<StatusChip tone="mute">{t('listings.status.draft')}</StatusChip>}
      next={{ text: t('onboarding.continue'), to: path }}
    />
  )
}

const Lines = ({
  cases,
  zone,
  draft,
}: {
  cases: readonly OnboardingCase[]
  zone: string
  draft?: Listing | undefined
}) => (
  <ul className={styles['rows']}>
    {cases.map((one) => (
      <CaseLine key={one.id} onboarding={one} zone={zone} />
    ))}
    {draft && <DraftLine draft={draft} />}
  </ul>
)

const isLive = ({ state }: OnboardingCase) => state === 'live'

const Cases = ({
  onTheWay,
  live,
  zone,
  start,
}: {
  onTheWay: readonly OnboardingCase[]
  live: readonly OnboardingCase[]
  zone: string
  start: ReactElement | undefined
}) => {
  const t = useText()
  const newest = useFirstDraft(start !== undefined)
  const draft = onTheWay.some(({ id }) => id === newest?.id) ? undefined : newest
  const count = onTheWay.length + (draft ? 1 : 0)
  return (
    <div className={styles['page']}>
      <Card title={t('onboarding.onTheWay')} note={count > 0 ? count : undefined}>
        {onTheWay.length > 0 ? (
          <Lines cases={onTheWay} zone={zone} draft={draft} />
        ) : draft ? (
          <ContinueDraft draft={draft} />
        ) : (
          <EmptyState
            icon="flag"
            title={t(live.length > 0 ? 'onboarding.allLive' : 'onboarding.none_')}
            text={t('onboarding.noneText')}
            actions={start}
          />
        )}
      </Card>
      {live.length > 0 && (
        <Card title={t('onboarding.alreadyLive')} note={live.length}>
          <Lines cases={live} zone={zone} />
        </Card>
      )}
    </div>
  )
}

/** `/onboarding`: every listing in onboarding, who must act on it, and the start of a new one. */
const HubPage = () => {
  const t = useText()
  const session = useSession()
  const mayWrite = useCan('listing.write')
  const zone = session?.account?.timezone ?? browserZone()
  const { data, error, refetch } = useGetList<OnboardingCase>(
    'onboarding',
    { pagination: { page: 1, perPage: MAX_CASES }, sort: { field: 'updatedAt', order: 'DESC' }, filter: {} },
    { retry: false },
  )
  useUnsentDrafts()
  const start =
    mayWrite && session?.account ? (
      <LinkButton filled to={to.startListing()}>
        <Icon name="plus" size={16} />
        {t('onboarding.startAnother')}
      </LinkButton>
    ) : undefined
  const onTheWay = data?.filter((onboarding) => !isLive(onboarding)) ?? []
  return (
    <>
      <PageHeader
        title={t('onboarding.title')}
        detail={session?.account?.displayName}
        actions={onTheWay.length > 0 ? start : undefined}
      />
      {error && !data ? (
        <Card>
          <ErrorState title={t('onboarding.hubFailed')} error={error} onRetry={() => void refetch()} />
        </Card>
      ) : !data ? (
        <div aria-busy="true">
          <Skeleton height={320} />
        </div>
      ) : (
        <Cases onTheWay={onTheWay} live={data.filter(isLive)} zone={zone} start={start} />
      )}
    </>
  )
}
export default HubPage
