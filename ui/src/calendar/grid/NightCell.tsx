import { memo } from 'react'
import type { NightOverride } from '@hearth/contracts/listing'
import { useSees } from '../../session/session.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { weekday } from '../../components/dates/localDate.ts'
import { moneyText } from '../../components/display/Money.tsx'
import type { CalendarRow } from '../rows/calendarRow.ts'
import { BarLink } from './BarLink.tsx'
import type { GridDay } from './gridDays.ts'
import styles from './MultiCalendar.module.css'
import { formatNightPrice } from './nightPriceText.ts'
import { useBarText } from './useBarText.ts'

/** Next to a bar that ends in the cell there is room for three digits; a cut amount would be wrong. */
const ROOM_BESIDE_A_BAR = 3
const QUARTER_DAYS = 40

type Props = {
  row: CalendarRow
  day: GridDay
  days: number
  rowIndex: number
  column: number
  isFocus: boolean
  isSelected: boolean
  isFirst: boolean
  isLast: boolean
}

/** The rules that a night has of its own, as the end of its label. */
const describeOverride = (override: NightOverride | undefined, t: Text) =>
  [
    override?.minNights == null ? '' : t('calendar.cell.minimum', { smart_count: override.minNights }),
    override?.closedToArrival ? t('calendar.cell.noArrival') : '',
    override?.closedToDeparture ? t('calendar.cell.noDeparture') : '',
  ]
    .filter(Boolean)
    .map((part) => `, ${part}`)
    .join('')

const useCellLabel = ({ row, day: { date, words }, column }: Pick<Props, 'row' | 'day' | 'column'>) => {
  const t = useText()
  const { formatLabel, formatName } = useBarText()
  const { listing, today, bars, covering, open, known } = row
  const seesPrices = useSees('listing.price')
  const night = open.get(date)
  const starting = bars.filter((bar) => bar.cell === column)
  const covers = covering[column]
  const taken = [...new Set(covers ? [covers, ...starting] : starting)]
  if (taken.length > 0) {
    // Where two bars start, the label has their texts in the order in which they are shown, so that speech
    // control finds it.
    const seen = starting.length > 1 ? [starting.map(formatName).join(' ')] : []
    return t('calendar.cell.taken', { day: words, what: [...seen, ...taken.map(formatLabel)].join('; ') })
  }
  if (night)
    return t(night.gap ? 'calendar.cell.gap' : 'calendar.cell.open', {
      day: words,
      price: !seesPrices
        ? ''
        : `, ${night.priceMinor === null ? t('listings.noPrice') : moneyText(night.priceMinor, listing.currency)}`,
      nights: night.override?.minNights ?? listing.rules.minNights,
    }).concat(describeOverride(night.override, t))
  const state = date < today ? 'past' : known ? 'taken' : 'loading'
  return t(`calendar.cell.${state}`, { day: words, what: '' })
}

/** One night: its price, and the bars that start in it. */
export const NightCell = memo((props: Props) => {
  const { row, day, days, rowIndex, column, isFocus, isSelected, isFirst, isLast } = props
  const { listing, today, bars, open } = row
  const { date } = day
  const label = useCellLabel(props)
  const night = open.get(date)
  const price = night?.priceMinor == null ? '' : formatNightPrice(night.priceMinor, listing.currency)
  const beside = bars.some(({ claim }) => claim.end === date)
  const fits = price.length <= ROOM_BESIDE_A_BAR || !beside
  const classes = [
    'night',
    weekday(date) % 6 === 0 && 'weekend',
    weekday(date) === 1 && 'monday',
    date < today && 'past',
    night?.gap && 'gap',
    night?.override && 'own',
    beside && 'beside',
    isSelected && 'selected',
    isFirst && 'first',
    isLast && 'last',
  ]
  return (
    <td
      aria-colindex={column + 2}
      aria-label={label}
      aria-selected={isSelected}
      tabIndex={isFocus ? 0 : -1}
      data-cell={`${rowIndex}:${column}`}
      className={classes
        .map((name) => name && styles[name])
        .filter(Boolean)
        .join(' ')}
    >
      {price !== '' && days <= QUARTER_DAYS && fits && (
        <span
          aria-hidden
          className={`${styles['price']} ${price.length > 5 ? styles['tight'] : ''}`}
          data-price={price}
        />
      )}
      {bars
        .filter((bar) => bar.cell === column)
        .map((bar) => (
          <BarLink key={bar.claim.id} bar={bar} days={days} />
        ))}
    </td>
  )
})
