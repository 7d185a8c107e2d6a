import type { HistoryEntry } from '@hearth/contracts/event'
import type { Currency } from '@hearth/contracts/kernel/money'
import { useText } from '../../i18n/text.ts'
import { formatInstant, formatInstantsIn } from '../dates/localDate.ts'
import { Money } from './Money.tsx'
import styles from './History.module.css'

/**
 * A timeline, the newest first. Filled: the host or Hearth; ring: the guest or the clock; square: staff.
 * Entries after `asOf` are grey.
 */
export const History = ({
  entries,
  zone,
  asOf = null,
}: {
  entries: readonly HistoryEntry[]
  zone: string
  asOf?: string | null
}) => {
  const t = useText()
  return (
    <ol className={styles['history']}>
      {entries.map(({ id, text, at, who, amountMinor, amountBeforeMinor, currency }) => (
        <li key={id} className={styles[who.kind]} data-later={asOf !== null && at > asOf}>
          <p>
            {formatInstantsIn(text, zone)}
            {amountMinor !== null && currency !== null && (
              <>
                {' '}
                {amountBeforeMinor !== null && (
                  <>
                    <Money bare amountMinor={amountBeforeMinor} currency={currency as Currency} /> →{' '}
                  </>
                )}
                <span className="strong">
                  <Money amountMinor={amountMinor} currency={currency as Currency} />
                </span>
              </>
            )}
          </p>
          <p className="c cap num">
            {formatInstant(at, zone)}, {who.kind === 'you' ? t('booking.you') : who.name}
          </p>
        </li>
      ))}
    </ol>
  )
}
