import type { CancellationQuote } from '@hearth/contracts/booking'
import type { OpenBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Money, moneyText } from '../../components/display/Money.tsx'
import styles from './CancelPage.module.css'
import { readFirstName } from './firstName.ts'
import type { Choice } from './useCancelForm.ts'
import { useScenarioTexts } from './useScenarioTexts.ts'

type Props = {
  booking: OpenBooking
  quote: CancellationQuote
  choice: Choice
  onChoose: (choice: Choice) => void
}

/** The choices on a phone: one card each, the chosen one open. */
export const ScenarioCards = ({ booking, quote: { scenarios, currency }, choice, onChoose }: Props) => {
  const t = useText()
  const describe = useScenarioTexts(booking)
  return (
    <div className={styles['pick']} role="radiogroup" aria-label={t('cancel.who')}>
      {scenarios.map((scenario) => {
        const { phoneTitle, differenceMinor, refundMinor, feeMinor, lostMinor, nights, nightsLabel } =
          describe(scenario)
        const on = scenario.key === choice
        return (
          <div key={scenario.key} className={on ? styles['on'] : undefined}>
            <label>
              <input type="radio" name="scenario" checked={on} onChange={() => onChoose(scenario.key)} />
              <b>{phoneTitle}</b>
              <span className={feeMinor > 0 ? 'bad-ink strong' : 'strong'}>
                <Money amountMinor={differenceMinor} currency={currency} />
              </span>
            </label>
            {on && (
              <ul>
                <li>
                  {t('cancel.gets', { guest: readFirstName(booking.guestName) })}{' '}
                  <b>{moneyText(refundMinor, currency)}</b>
                </li>
                <li>
                  {t('cancel.yourFee')}{' '}
                  <b>
                    {feeMinor > 0 ? (
                      <Money bare amountMinor={-feeMinor} currency={currency} />
                    ) : (
                      t('cancel.none')
                    )}
                  </b>
                </li>
                <li>
                  {t('cancel.lost')}{' '}
                  <b>
                    <Money bare amountMinor={lostMinor} currency={currency} />
                  </b>
                </li>
                <li>
                  {nightsLabel} <b>{nights}</b>
                </li>
              </ul>
            )}
          </div>
        )
      })}
    </div>
  )
}
