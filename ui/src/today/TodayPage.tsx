import { lazy, Suspense } from 'react'
import { useGetList } from 'react-admin'
import { Navigate, useSearchParams } from 'react-router-dom'
import type { Today } from '@hearth/contracts/today'
import { useCan, useSees, useSession } from '../session/session.ts'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { Icon } from '../components/display/icons.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { browserZone, formatDayLong, todayIn } from '../components/dates/localDate.ts'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { AccountPicker } from './AccountPicker.tsx'
import { DayStrip } from './DayStrip.tsx'
import { MoneyNotices } from './MoneyNotices.tsx'
import { RatingCard } from './RatingCard.tsx'
import { Moves } from './Moves.tsx'
import styles from './TodayPage.module.css'
import { isNoneLive, useToday } from '../data/queries/useToday.ts'
import { WaitingList } from './WaitingList.tsx'

/** In its own chunk: hosts never load it. */
const StaffQueue = lazy(() => import('./StaffQueue.tsx'))

/**
 * A host whose first listings are still in onboarding has nothing here yet, so those are shown
 * (docs/domain/console.md#the-first-page).
 */
const useOnlyOnboarding = (today: Today | undefined, acting: boolean) => {
  const noneLive = today !== undefined && today.waiting.length === 0 && isNoneLive(today)
  const { total } = useGetList(
    'onboarding',
    {
      pagination: { page: 1, perPage: 1 },
      filter: { waitingFor: ['host', 'staff', 'photographer', 'bank'] },
    },
    { enabled: acting && noneLive, retry: false },
  )
  return acting && noneLive && (total ?? 0) > 0
}

/** Decisions first, then the numbers of the day. */
const TodayPage = () => {
  const t = useText()
  const session = useSession()
  const mayBlock = useCan('block.write')
  const seesQueue = useSees('queue.read')
  const [search] = useSearchParams()
  const named = search.get('hostAccountId')
  const { data, error, refetch } = useToday(named)
  const onlyOnboarding = useOnlyOnboarding(data, session?.account != null)
  const day = data?.date ?? todayIn(session?.account?.timezone ?? browserZone())
  if (onlyOnboarding) return <Navigate to={to.onboarding()} replace />
  return (
    <>
      <PageHeader
        title={t('today.title')}
        detail={formatDayLong(day)}
        actions={
          mayBlock &&
          session?.account &&
          !(data && isNoneLive(data)) && (
            <LinkButton className="only-desk" to={to.newBlock()}>
              <Icon name="plus" size={16} />
              {t('today.addBlock')}
            </LinkButton>
          )
        }
      />
      {session && !session.account && named === null ? (
        <>
          {seesQueue && (
            <Suspense fallback={<Skeleton height={240} />}>
              <StaffQueue />
            </Suspense>
          )}
          <AccountPicker />
        </>
      ) : error && !data ? (
        <Card>
          <ErrorState title={t('today.failed')} error={error} onRetry={() => void refetch()} />
        </Card>
      ) : data ? (
        <>
          <DayStrip today={data} />
          <div className={styles['columns']}>
            <WaitingList today={data} />
            <div>
              <Moves today={data} />
              <MoneyNotices timezone={data.timezone} />
              <RatingCard hostAccountId={named ?? undefined} />
            </div>
          </div>
        </>
      ) : (
        <div className={styles['loading']} aria-busy="true">
          <Skeleton height={79} />
          <div className={styles['columns']}>
            <Skeleton height={420} />
            <Skeleton height={260} />
          </div>
        </div>
      )}
    </>
  )
}
export default TodayPage
