import { useEffect, useState } from 'react'
import { Button } from '@mui/material'
import { useGetList, useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { problemText } from '../../data/http/problems.ts'
import { isOpen, type ListedBooking, type Disclosed } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import { announcementMinutes, formatCountdown } from '../../components/dates/countdown.ts'
import { formatRange } from '../../components/dates/localDate.ts'
import { useFormatDeadline, useTimeLeft } from '../../components/dates/useDeadline.ts'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { useNow } from '../../components/dates/useNow.ts'
import styles from './UndoBar.module.css'

const WINDOW_MS = 600_000

const useRevoke = (booking: Disclosed<ListedBooking>) => {
  const t = useText()
  const notify = useNotify()
  const saved = useSaved()
  return useCommand({
    resource: 'bookings',
    verb: 'revoke-cancellation',
    touches: ['claims'],
    onSuccess: () => saved(t('undoBar.kept', { code: booking.code })),
    onError: (error) => notify(problemText(error, t), { type: 'error', autoHideDuration: null }),
  })
}

export const UndoNotice = ({
  booking,
  others,
}: {
  booking: Disclosed<ListedBooking> & { effectiveAt: string }
  others: number
}) => {
  const t = useText()
  const format = useFormatDeadline()
  const revoke = useRevoke(booking)
  const left = useTimeLeft(booking.effectiveAt)
  const minutes = announcementMinutes(left)
  const keep = () =>
    revoke.run({
      record: booking,
      patch: { status: booking.statusBefore ?? 'confirmed', effectiveAt: null, outcome: null },
    })
  return (
    <aside className={styles['bar']} aria-label={t('undoBar.label')} data-print="hide">
      <span className={`num ${styles['clock']}`} role="timer" aria-label={t('undoBar.timeLeft')}>
        {formatCountdown(left)}
      </span>
      <div className={styles['text']}>
        <p className="strong">
          <Link to={to.cancelBooking(booking.id)}>
            {t('undoBar.title', { code: booking.code, guest: booking.guestName })}
          </Link>
        </p>
        <p className="q small num">
          {t('undoBar.text', {
            stay: formatRange(booking.checkIn, booking.checkOut),
            at: format(booking.effectiveAt, booking.snapshot.timezone),
          })}
          {others > 0 ? ` ${t('undoBar.others', { smart_count: others })}` : ''}
        </p>
      </div>
      <Button variant="contained" color="primary" loading={revoke.pending} onClick={keep}>
        <Icon name="undo" size={16} />
        {t('undoBar.keep')}
      </Button>
      <span aria-hidden className={styles['progress']}>
        <span style={{ width: `${(left / WINDOW_MS) * 100}%` }} />
      </span>
      <span className="sr" role="status">
        {t('undoBar.announce', { code: booking.code, smart_count: minutes })}
      </span>
    </aside>
  )
}

const isRunning = (booking: ListedBooking): booking is Disclosed<ListedBooking> & { effectiveAt: string } =>
  isOpen(booking) && booking.status === 'cancelling' && booking.effectiveAt !== null

/** The ten minutes before a cancellation takes effect, shown on every page and every device. */
export const UndoBar = () => {
  const allowed = useCan('booking.revoke-cancellation')
  const [expired, setExpired] = useState(0)
  const now = useNow(10_000)
  const { data = [] } = useGetList<ListedBooking>(
    'bookings',
    {
      pagination: { page: 1, perPage: 25 },
      sort: { field: 'checkIn', order: 'ASC' },
      filter: { status: 'cancelling' },
    },
    { enabled: allowed, staleTime: 0 },
  )
  const running = data
    .filter(isRunning)
    .filter(({ effectiveAt }) => Date.parse(effectiveAt) > Math.max(expired, now))
    .toSorted((a, b) => a.effectiveAt.localeCompare(b.effectiveAt))
  const [first] = running
  const effectiveAt = first?.effectiveAt

  useEffect(() => {
    document.body.toggleAttribute('data-undo', effectiveAt !== undefined)
    if (effectiveAt === undefined) return
    const timer = setTimeout(() => setExpired(Date.parse(effectiveAt)), Date.parse(effectiveAt) - Date.now())
    return () => clearTimeout(timer)
  }, [effectiveAt])
  return allowed && first ? <UndoNotice key={first.id} booking={first} others={running.length - 1} /> : null
}
