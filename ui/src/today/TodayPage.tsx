import { useSearchParams } from 'react-router-dom'
import { useCan, useSession } from '../access/session.ts'
import { to } from '../data/paths.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Icon } from '../ui/icons.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { browserZone, formatDayLong, todayIn } from '../ui/localDate.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Skeleton } from '../ui/TableSkeleton.tsx'
import { AccountPicker } from './AccountPicker.tsx'
import { DayStrip } from './DayStrip.tsx'
import { MoneyNotices } from './MoneyNotices.tsx'
import { Moves } from './Moves.tsx'
import styles from './TodayPage.module.css'
import { useToday } from './useToday.ts'
import { WaitingList } from './WaitingList.tsx'

/** What waits for a decision first; the day's numbers support it. */
const TodayPage = () => {
  const t = useText()
  const session = useSession()
  const mayBlock = useCan('block.write')
  const [search] = useSearchParams()
  const named = search.get('hostAccountId')
  const { data, error, refetch } = useToday(named)
  const day = data?.date ?? todayIn(session?.account?.timezone ?? browserZone())
  return (
    <>
      <PageHeader title={t('today.title')} detail={formatDayLong(day)} actions={mayBlock && session?.account && <LinkButton className="only-desk" to={to.newBlock()}><Icon name="plus" size={16} />{t('today.addBlock')}</LinkButton>} />
      {session && !session.account && named === null ? <AccountPicker /> : error && !data ? (
        <Card><ErrorState title={t('today.failed')} error={error} onRetry={() => void refetch()} /></Card>
      ) : data ? (
        <>
          <DayStrip today={data} />
          <div className={styles['columns']}>
            <WaitingList today={data} />
            <div><Moves today={data} /><MoneyNotices timezone={data.timezone} /></div>
          </div>
        </>
      ) : (
        <div className={styles['loading']} aria-busy="true"><Skeleton height={79} /><Skeleton height={420} /></div>
      )}
    </>
  )
}
export default TodayPage
