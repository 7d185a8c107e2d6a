import { useMediaQuery } from '@mui/material'
import { useGetList, useGetMany } from 'react-admin'
import { Link } from 'react-router-dom'
import { to } from '../navigation/paths.ts'
import type { Claim, ListedBooking } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { PHONE } from '../components/list/useCards.ts'
import {
  addDays,
  formatRange,
  monthName,
  nightsBetween,
  weekday,
  weekdayName,
  type LocalDate,
} from '../components/dates/localDate.ts'
import styles from './CalendarStrip.module.css'
import { assignLines } from './stayLines.ts'

/** What the strip is about. */
type Subject = Readonly<{
  id: string
  label: string
  start: LocalDate
  end: LocalDate
  /** `gone` once it is cancelled and has no nights any more, `conflict` while it has none yet. */
  tone: 'mine' | 'gone' | 'conflict' | 'block'
}>
type Bar = Omit<Subject, 'tone'> & Readonly<{ tone: Subject['tone'] | 'other'; path: string | undefined }>

const LINE_HEIGHT = 36

/** A bar runs from 58 % of its first day to 42 % of its last, so that a turnover shows as a gap. */
const place = ({ start, end }: Bar, line: number, first: LocalDate, days: number) => {
  const left = Math.max(0, nightsBetween(first, start) + 0.58)
  const right = Math.min(days, nightsBetween(first, end) + 0.42)
  const openLeft = nightsBetween(first, start) + 0.58 < 0
  const openRight = nightsBetween(first, end) + 0.42 > days
  return {
    left: `${(left / days) * 100}%`,
    width: `${((right - left) / days) * 100}%`,
    bottom: 9 + line * LINE_HEIGHT,
    borderRadius: `${openLeft ? 0 : 6}px ${openRight ? 0 : 6}px ${openRight ? 0 : 6}px ${openLeft ? 0 : 6}px`,
  }
}

const useBars = (listingId: string, subject: Subject, first: LocalDate, days: number): Bar[] => {
  const t = useText()
  const { data: claims = [] } = useGetList<Claim>('claims', {
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'start', order: 'ASC' },
    filter: {
      listingId,
      nights: { from: first, to: addDays(first, days) },
      state: ['held', 'committed'],
    },
  })
  const others = claims.filter(({ id }) => id !== subject.id)
  const guests = others.filter(({ kind }) => kind === 'booking').map(({ id }) => id)
  const { data: bookings = [] } = useGetMany<ListedBooking>(
    'bookings',
    { ids: guests },
    { enabled: guests.length > 0 },
  )
  return [
    { ...subject, path: undefined },
    ...others.map(({ id, kind, start, end }): Bar => {
      const other = bookings.find((row) => row?.id === id)
      return {
        id,
        label: other?.guestName ?? t(`booking.claim.${kind}`),
        start,
        end,
        tone: 'other',
        path: kind === 'booking' ? to.booking(id) : to.block(id),
      }
    }),
  ]
}

/** The nights of a stay or block with the nights around them. */
export const CalendarStrip = ({ listingId, subject }: { listingId: string; subject: Subject }) => {
  const t = useText()
  const phone = useMediaQuery(PHONE)
  const nights = nightsBetween(subject.start, subject.end)
  const days = phone ? Math.min(12, Math.max(9, nights + 4)) : Math.min(33, Math.max(15, nights + 8))
  const first = addDays(subject.start, phone ? -2 : -4)
  const bars = useBars(listingId, subject, first, days)
  const lines = assignLines(bars)
  const height = 48 + Math.max(0, ...lines.values()) * LINE_HEIGHT
  const dates = Array.from({ length: days }, (_, index) => addDays(first, index))
  const narrow = days > 18
  return (
    <Card
      title={t('booking.calendar')}
      note={monthName(subject.start)}
      action={
        <Link className="link small" to={to.calendar({ from: first, listing: listingId })}>
          {t('booking.openInCalendar')}
        </Link>
      }
    >
      <div className={styles['strip']}>
        <ol className={styles['days']} style={{ gridTemplateColumns: `repeat(${days}, 1fr)` }} aria-hidden>
          {dates.map((date) => (
            <li
              key={date}
              className={weekday(date) % 6 === 0 ? styles['weekend'] : undefined}
              style={{ paddingBottom: height }}
            >
              <span>{narrow ? weekdayName(date).slice(0, 1) : weekdayName(date)}</span>
              <b className="num">{Number(date.slice(8))}</b>
            </li>
          ))}
        </ol>
        <ul>
          {bars.map((bar) => {
            const text = (
              <>
                {bar.label}
                <span className="sr">, {formatRange(bar.start, bar.end)}</span>
              </>
            )
            return (
              <li
                key={bar.id}
                className={`${styles['bar']} ${styles[bar.tone] ?? ''}`}
                style={place(bar, lines.get(bar.id) ?? 0, first, days)}
                title={`${bar.label}, ${formatRange(bar.start, bar.end)}`}
              >
                {bar.path === undefined ? (
                  <span className="clip">{text}</span>
                ) : (
                  <Link className="clip" to={bar.path}>
                    {text}
                  </Link>
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </Card>
  )
}
