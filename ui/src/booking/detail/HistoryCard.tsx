import { useSearchParams } from 'react-router-dom'
import type { Booking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { AsOfSlider } from '../../components/dates/AsOfSlider.tsx'
import { formatDay, formatInstant, wallClock, zoneName } from '../../components/dates/localDate.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { History } from '../../components/display/History.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { useBookingHistory } from '../useBooking.ts'

/** What happened, by whom and when; the slider shows the page as it was. */
export const HistoryCard = ({ booking, asOf }: { booking: Booking; asOf: string | null }) => {
  const t = useText()
  const [, setSearch] = useSearchParams()
  const { data, error, refetch } = useBookingHistory(booking.id)
  const zone = booking.snapshot.timezone
  return (
    <Card
      title={t('booking.history')}
      note={data && t('booking.events', { smart_count: data.length, zone: zoneName(zone) })}
    >
      {error && !data ? (
        <ErrorState title={t('booking.historyFailed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div style={{ padding: 16 }}>
          <Skeleton height={240} />
        </div>
      ) : (
        <>
          <AsOfSlider
            instants={data.map(({ at }) => at).toReversed()}
            asOf={asOf}
            format={(instant) => formatInstant(instant, zone)}
            formatStart={(instant) => formatDay(wallClock(instant, zone).date)}
            words={{
              label: t('booking.showAsOf'),
              asOf: t('booking.asOf'),
              asOfNow: t('booking.asOfNow'),
              now: t('booking.now'),
              hint: t('booking.drag'),
            }}
            onChange={(instant) => setSearch(instant === null ? {} : { asOf: instant })}
          />
          <History entries={data} zone={zone} asOf={asOf} />
        </>
      )}
    </Card>
  )
}
