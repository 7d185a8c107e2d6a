import { useSees } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'
import type { BarKind } from './layoutBars.ts'
import calendar from '../Calendar.module.css'
import styles from './MultiCalendar.module.css'

const KINDS: readonly BarKind[] = [
  'in_house',
  'confirmed',
  'held',
  'channel',
  'blocked',
  'left',
  'cancelling',
  'clash',
]

/** The meaning of the bars, and the keys. */
export const Legend = ({
  minNights,
  mayBlock,
  mayPrice,
}: {
  minNights: number | undefined
  mayBlock: boolean
  mayPrice: boolean
}) => {
  const t = useText()
  const seesPrices = useSees('listing.price')
  return (
    <div className={calendar['legend']}>
      <ul style={{ display: 'contents' }} aria-label={t('calendar.legend')}>
        {KINDS.map((kind) => (
          <li key={kind}>
            <i aria-hidden className={`${styles['bar']} ${styles[kind]}`} />
            {t(`calendar.kind.${kind}`)}
          </li>
        ))}
        <li className={calendar['gapLegend']}>
          {minNights === undefined
            ? t('calendar.gapLegend')
            : t('calendar.gapLegendOf', { nights: minNights })}
        </li>
        {seesPrices && <li className="strong">{t('calendar.ownLegend')}</li>}
      </ul>
      <div className={`only-desk ${calendar['keys']}`}>
        <span>
          <kbd>{t('calendar.keys.arrows')}</kbd> {t('calendar.keys.move')}
        </span>
        <span>
          <kbd>{t('calendar.keys.shift')}</kbd> {t('calendar.keys.select')}
        </span>
        {mayBlock && (
          <span>
            <kbd>B</kbd> {t('calendar.keys.block')}
          </span>
        )}
        {mayPrice && (
          <span>
            <kbd>P</kbd> {t('calendar.keys.price')}
          </span>
        )}
        <span>
          <kbd>E</kbd> {t('calendar.keys.why')}
        </span>
      </div>
    </div>
  )
}
