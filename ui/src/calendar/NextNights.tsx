import { useState } from 'react'
import { useMediaQuery } from '@mui/material'
import { Link } from 'react-router-dom'
import { MultiCalendar } from './grid/MultiCalendar.tsx'
import { useCalendarRows } from './rows/useCalendarRows.ts'
import { PHONE_NIGHTS } from './rows/window.ts'
import { to } from '../navigation/paths.ts'
import type { Listing } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { addDays, wallClock } from '../components/dates/localDate.ts'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { useNow } from '../components/dates/useNow.ts'
import '../i18n/lazy/listings.ts'
import './texts.ts'

const WIDE_NIGHTS = 16

/** The listing's row of the calendar; nights can be blocked here as well. */
export const NextNights = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const phone = useMediaQuery('(max-width:700px)')
  const now = useNow(60_000)
  const { date: today, time } = wallClock(now, listing.timezone)
  const [moved, setMoved] = useState(0)
  const window = { start: addDays(today, moved - 1), days: phone ? PHONE_NIGHTS : WIDE_NIGHTS }
  const { rows, loading, error, retry } = useCalendarRows({ window, listingIds: [listing.id], page: 1, now })
  const dayShare = (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) / 1440
  return (
    <Card
      title={t('listings.nights')}
      action={
        <Link className="link small" to={to.calendar({ from: window.start, listing: listing.id })}>
          {t('listings.openCalendar')}
        </Link>
      }
    >
      {error ? (
        <ErrorState title={t('listings.nightsFailed')} error={error} onRetry={retry} />
      ) : loading ? (
        <div style={{ padding: '14px 16px 16px' }}>
          <Skeleton height={96} />
        </div>
      ) : (
        <MultiCalendar
          embedded
          rows={rows}
          window={window}
          today={today}
          dayShare={dayShare}
          phone={phone}
          corner=""
          startAt={null}
          onShift={(days) => setMoved(moved + days)}
        />
      )}
    </Card>
  )
}
