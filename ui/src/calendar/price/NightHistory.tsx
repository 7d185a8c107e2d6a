import type { NightChange, NightTerms } from '@hearth/contracts/listing'
import { formatInstant } from '../../components/dates/localDate.ts'
import { moneyText } from '../../components/display/Money.tsx'
import type { Listing } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import calendar from '../Calendar.module.css'

const formatPrice = ({ priceMinor }: NightTerms, { currency }: Pick<Listing, 'currency'>, t: Text) =>
  priceMinor === null ? t('listings.noPrice') : moneyText(priceMinor, currency)

/** What changed, in words: the price first, then the rules. */
const describeChange = ({ from, to }: NightChange, listing: Pick<Listing, 'currency'>, t: Text): string => {
  if (from === null) return formatPrice(to, listing, t)
  return [
    from.priceMinor === to.priceMinor
      ? ''
      : t('calendar.history.price', { from: formatPrice(from, listing, t), to: formatPrice(to, listing, t) }),
    from.minNights === to.minNights
      ? ''
      : t('calendar.history.minimum', { from: from.minNights, to: to.minNights }),
    from.closedToArrival === to.closedToArrival
      ? ''
      : t(to.closedToArrival ? 'calendar.history.noArrival' : 'calendar.history.arrival'),
    from.closedToDeparture === to.closedToDeparture
      ? ''
      : t(to.closedToDeparture ? 'calendar.history.noDeparture' : 'calendar.history.departure'),
  ]
    .filter(Boolean)
    .join(', ')
}

type Props = { changes: readonly NightChange[]; listing: Listing }

/** Who changed the price and rules of a night, when, from what and to what; the newest first. */
export const NightHistory = ({ changes, listing }: Props) => {
  const t = useText()
  if (changes.length === 0) return null
  return (
    <section className={calendar['history']} aria-label={t('calendar.history.title')}>
      <h3>{t('calendar.history.title')}</h3>
      <ul className={calendar['reasons']}>
        {changes.map((change) => (
          <li key={`${change.changedAt}${change.to.priceMinor}${change.to.minNights}`}>
            <p className="num">{describeChange(change, listing, t)}</p>
            <p className="c cap num">
              {t('calendar.by', {
                name: change.changedBy,
                instant: formatInstant(change.changedAt, listing.timezone),
              })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
