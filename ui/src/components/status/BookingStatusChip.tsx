import type { BookingStatus } from '@hearth/contracts/booking'
import type { ListedBooking } from '../../data/records/records.ts'
import { useText, type TextKey } from '../../i18n/text.ts'
import type { Tone } from '../../theme/tokens.ts'
import { formatCountdown } from '../dates/countdown.ts'
import { todayIn } from '../dates/localDate.ts'
import { StatusChip } from './StatusChip.tsx'
import { useFormatDeadline, useTimeLeft } from '../dates/useDeadline.ts'

type ChipStyle = Readonly<{ tone: Tone; key: TextKey; plain?: boolean }>

const CHIPS: Record<BookingStatus, ChipStyle> = {
  confirmed: { tone: 'ok', key: 'booking.status.confirmed', plain: true },
  overbooked: { tone: 'bad', key: 'booking.status.overbooked' },
  in_stay: { tone: 'brand', key: 'booking.status.in_stay' },
  checked_out: { tone: 'mute', key: 'booking.status.checked_out', plain: true },
  completed: { tone: 'mute', key: 'booking.status.completed', plain: true },
  cancelling: { tone: 'bad', key: 'booking.status.cancelling' },
  cancelled: { tone: 'bad', key: 'booking.status.cancelled', plain: true },
  no_show: { tone: 'warn', key: 'booking.status.no_show', plain: true },
}

type Shown = Pick<ListedBooking, 'status' | 'checkIn' | 'checkOut' | 'effectiveAt' | 'snapshot'>

/** The status today: arrivals and departures of the day stand out, the normal state does not. */
export const chipStyle = ({ status, checkIn, checkOut, snapshot }: Omit<Shown, 'effectiveAt'>): ChipStyle => {
  const today = todayIn(snapshot.timezone)
  if (status === 'confirmed' && checkIn === today) return { tone: 'info', key: 'booking.status.arrives' }
  if (status === 'in_stay' && checkOut === today) return { tone: 'info', key: 'booking.status.leaves' }
  return CHIPS[status]
}

const Cancelling = ({ effectiveAt, place }: { effectiveAt: string; place: string }) => {
  const t = useText()
  const format = useFormatDeadline()
  const left = formatCountdown(useTimeLeft(effectiveAt))
  const final = t('booking.status.finalAt', { at: format(effectiveAt, place) })
  return (
    <span title={final}>
      <StatusChip tone="bad">
        {t('booking.status.cancellingFor', { left })}
        <span className="sr">, {final}</span>
      </StatusChip>
    </span>
  )
}

export const BookingStatusChip = ({ booking, filled = false }: { booking: Shown; filled?: boolean }) => {
  const t = useText()
  if (booking.status === 'cancelling' && booking.effectiveAt !== null)
    return <Cancelling effectiveAt={booking.effectiveAt} place={booking.snapshot.timezone} />
  const { tone, key, plain = false } = chipStyle(booking)
  return (
    <StatusChip tone={tone} plain={plain && !filled}>
      {t(key)}
    </StatusChip>
  )
}
