import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { ExplainedNight } from '@hearth/contracts/calendar'
import { getJson } from '../data/http/http.ts'
import type { Listing } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { formatInstant, type LocalDate } from '../components/dates/localDate.ts'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { NightHistory } from './price/NightHistory.tsx'
import styles from './Calendar.module.css'

/** Why a night can or cannot be booked, who caused it, when, and where to change it. */
export const NightReasons = ({ listing, date }: { listing: Listing; date: LocalDate }) => {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['claims', 'explain', listing.id, date],
    queryFn: ({ signal }) =>
      getJson<ExplainedNight>(
        `/api/listings/${encodeURIComponent(listing.id)}/calendar/${date}/explain`,
        signal,
      ),
  })
  if (error && !data)
    return <ErrorState title={t('calendar.explainFailed')} error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div aria-busy="true">
        <Skeleton height={56} />
      </div>
    )
  return (
    <>
      <p className="strong">{t(data.bookable ? 'calendar.bookable' : 'calendar.notBookable')}</p>
      {data.reasons.length > 0 && (
        <ul className={styles['reasons']}>
          {data.reasons.map(({ code, text, claimId, changedBy, changedAt, fixRoute }) => (
            <li key={`${code}${claimId ?? ''}`}>
              <p>
                {text}{' '}
                {fixRoute !== undefined && (
                  <Link className="link" to={fixRoute}>
                    {t(claimId === undefined ? 'calendar.change' : 'calendar.lookAt')}
                  </Link>
                )}
              </p>
              {changedBy !== undefined && changedAt !== undefined && (
                <p className="c cap num">
                  {t('calendar.by', { name: changedBy, instant: formatInstant(changedAt, listing.timezone) })}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <NightHistory changes={data.history} listing={listing} />
    </>
  )
}
