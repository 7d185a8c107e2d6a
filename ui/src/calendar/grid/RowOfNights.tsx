import { memo, type CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import { weekday } from '../../components/dates/localDate.ts'
import { moneyText } from '../../components/display/Money.tsx'
import type { CalendarRow } from '../rows/calendarRow.ts'
import type { GridDay } from './gridDays.ts'
import type { Bar } from './layoutBars.ts'
import styles from './MultiCalendar.module.css'
import { nightPriceText } from './nightPriceText.ts'
import { pathOfBar, useBarText } from './useBarText.ts'

/** From 58 % of the arrival's column to 42 % of the departure's, so that a turnover shows as a gap. */
const placeOf = ({ column, nights, cell }: Bar, days: number): CSSProperties => {
  const left = Math.max(0, column + 0.58)
  const right = Math.min(days, column + nights + 0.42)
  return { left: `${(left - cell) * 100}%`, width: `${(right - left) * 100}%` }
}

const ROOM_BESIDE_A_BAR = 3

const BarLink = ({ bar, days }: { bar: Bar; days: number }) => {
  const { nameOf, labelOf } = useBarText()
  const path = pathOfBar(bar)
  const label = labelOf(bar)
  const look = {
    className: [
      styles['bar'],
      styles[bar.kind],
      bar.cutLeft ? styles['cutLeft'] : '',
      bar.cutRight ? styles['cutRight'] : '',
    ]
      .filter(Boolean)
      .join(' '),
    style: placeOf(bar, days),
    title: label,
  }
  const inside = (
    <>
      {bar.kind === 'clash' && <Icon name="alert" size={14} />}
      {(days <= 40 || bar.nights > 1) && <span>{nameOf(bar)}</span>}
    </>
  )
  return path === undefined ? (
    <span {...look}>{inside}</span>
  ) : (
    <Link {...look} to={path} aria-label={label} tabIndex={-1} draggable={false}>
      {inside}
    </Link>
  )
}

type Props = {
  row: CalendarRow
  index: number
  days: readonly GridDay[]
  /** The column the keyboard is at; null when it is in another row. */
  focus: number | null
  selectedFrom: number | null
  selectedTo: number | null
}

/**
 * One listing: its name, then a cell per night; a bar sits in the cell it starts in and runs on over the
 * later ones.
 */
export const RowOfNights = memo(({ row, index, days, focus, selectedFrom, selectedTo }: Props) => {
  const t = useText()
  const { labelOf, nameOf } = useBarText()
  const { listing, today, bars, covering, open, known } = row
  const quarter = days.length > 40
  const cell = ({ date, words }: GridDay, column: number) => {
    const night = open.get(date)
    const past = date < today
    const starting = bars.filter((bar) => bar.cell === column)
    const covers = covering[column]
    const taken = [...new Set(covers ? [covers, ...starting] : starting)]
    // Where two bars start, the cell's name holds their words as they stand side by side, so that it can be
    // spoken as it is seen.
    const seen = starting.map(nameOf).join(' ')
    const selected =
      selectedFrom !== null && selectedTo !== null && column >= selectedFrom && column < selectedTo
    const price =
      night &&
      (night.priceMinor === null ? t('listings.noPrice') : moneyText(night.priceMinor, listing.currency))
    const short = night?.priceMinor == null ? '' : nightPriceText(night.priceMinor, listing.currency)
    // Beside a bar that ends here there is room for three figures; half an amount would be a wrong one.
    const fits = short.length <= ROOM_BESIDE_A_BAR || !bars.some(({ claim }) => claim.end === date)
    const label =
      taken.length > 0
        ? t('calendar.cell.taken', {
            day: words,
            what: [...(starting.length > 1 ? [seen] : []), ...taken.map(labelOf)].join('; '),
          })
        : night && price !== undefined
          ? t(night.gap ? 'calendar.cell.gap' : 'calendar.cell.open', {
              day: words,
              price,
              nights: listing.rules.minNights,
            })
          : t(past ? 'calendar.cell.past' : known ? 'calendar.cell.taken' : 'calendar.cell.loading', {
              day: words,
              what: '',
            })
    const classes = [
      'night',
      weekday(date) % 6 === 0 && 'weekend',
      weekday(date) === 1 && 'monday',
      past && 'past',
      night?.gap && 'gap',
      selected && 'selected',
      selected && column === selectedFrom && 'first',
      selected && column + 1 === selectedTo && 'last',
    ]
    return (
      <td
        key={date}
        aria-colindex={column + 2}
        aria-label={label}
        aria-selected={selected}
        tabIndex={focus === column ? 0 : -1}
        data-cell={`${index}:${column}`}
        className={classes
          .map((name) => name && styles[name])
          .filter(Boolean)
          .join(' ')}
      >
        {short !== '' && !quarter && fits && (
          <span
            aria-hidden
            className={`${styles['price']} ${short.length > 5 ? styles['tight'] : ''}`}
            data-price={short}
          />
        )}
        {starting.map((bar) => (
          <BarLink key={bar.claim.id} bar={bar} days={days.length} />
        ))}
      </td>
    )
  }
  return (
    <tr className={`${styles['row']} ${styles['body']}`} aria-rowindex={index + 2}>
      <th scope="row" className={styles['label']} aria-colindex={1}>
        <Link className="clip" to={to.listing(listing.id)}>
          {listing.title}
        </Link>
        <small className="clip">
          {listing.place}, {listing.currency}
        </small>
      </th>
      {days.map(cell)}
    </tr>
  )
})
