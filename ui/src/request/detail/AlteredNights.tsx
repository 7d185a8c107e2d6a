import { Card } from '../../components/layout/Card.tsx'
import {
  addDays,
  listNights,
  monthName,
  nightsBetween,
  weekday,
  weekdayName,
  type LocalDate,
} from '../../components/dates/localDate.ts'
import { useText } from '../../i18n/text.ts'
import styles from './AlteredNights.module.css'

type Span = Readonly<{ start: LocalDate; end: LocalDate }>

/** Days that are shown before and after both stays. */
const MARGIN = 2

/** A stay begins and ends in the middle of a day: two columns are a day. */
const Bar = ({
  span,
  from,
  row,
  text,
}: Readonly<{ span: Span; from: LocalDate; row: 'booked' | 'asked'; text: string }>) => {
  const column = 2 * nightsBetween(from, span.start) + 2
  return (
    <div
      className={styles[row]}
      style={{ gridColumn: `${column} / span ${2 * nightsBetween(span.start, span.end)}` }}
    >
      <span>{text}</span>
    </div>
  )
}

type Props = Readonly<{
  booked: Span
  asked: Span
  /** Whether the host offers the other stay and the guest decides. */
  byHost: boolean
}>

/** Both stays on the days around them: as booked, and as the guest asks for it or the host offers it. */
export const AlteredNights = ({ booked, asked, byHost }: Props) => {
  const t = useText()
  const nightsFree = byHost ? 'request.offer.nightsFree' : 'request.alteration.nightsFree'
  const first = booked.start < asked.start ? booked.start : asked.start
  const last = booked.end > asked.end ? booked.end : asked.end
  const from = addDays(first, -MARGIN)
  const days = listNights(from, addDays(last, MARGIN))
  const isSame = booked.start === asked.start && booked.end === asked.end
  return (
    <Card title={t('request.alteration.calendar')} note={monthName(asked.start)}>
      <div
        className={styles['strip']}
        role="region"
        aria-label={t('request.alteration.calendar')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must scroll it
        tabIndex={0}
      >
        <div
          className={styles['days']}
          style={{ gridTemplateColumns: `repeat(${2 * days.length}, minmax(22px, 1fr))` }}
        >
          {days.map((day, index) => (
            <p
              key={day}
              className={styles['day']}
              data-weekend={weekday(day) % 6 === 0}
              style={{ gridColumn: `${2 * index + 1} / span 2` }}
            >
              <span className="small q">{weekdayName(day)}</span>
              <b className="num">{Number(day.slice(8))}</b>
            </p>
          ))}
          <Bar span={booked} from={from} row="booked" text={t('request.alteration.booked')} />
          {!isSame && (
            <Bar
              span={asked}
              from={from}
              row="asked"
              text={t(byHost ? 'request.offer.offeredNights' : 'request.alteration.askedNights', {
                smart_count: nightsBetween(asked.start, asked.end),
              })}
            />
          )}
        </div>
      </div>
      <p className={styles['note']}>{t(isSame ? 'request.alteration.sameNights' : nightsFree)}</p>
    </Card>
  )
}
