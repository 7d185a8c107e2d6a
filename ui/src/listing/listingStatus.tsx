import type { Listing } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import type { Tone } from '../theme/tokens.ts'
import { formatDay } from '../components/dates/localDate.ts'
import { StatusChip } from '../components/status/StatusChip.tsx'
import '../i18n/lazy/listings.ts'

const TONES: Record<Listing['status'], Tone> = {
  draft: 'info',
  onboarding: 'info',
  in_review: 'info',
  ready: 'info',
  live: 'ok',
  paused: 'warn',
  suspended: 'bad',
  delisted: 'mute',
}

/** Live is the normal state and has no fill. */
export const ListingStatusChip = ({
  listing: { status, pausedUntil },
  filled = false,
}: {
  listing: Pick<Listing, 'status' | 'pausedUntil'>
  filled?: boolean
}) => {
  const t = useText()
  const words =
    status === 'paused' && pausedUntil !== null
      ? t('listings.status.pausedUntil', { day: formatDay(pausedUntil) })
      : t(`listings.status.${status}`)
  return (
    <StatusChip tone={TONES[status]} plain={status === 'live' && !filled}>
      {words}
    </StatusChip>
  )
}
