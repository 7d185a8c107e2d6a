import { formatAmount } from '@hearth/contracts/kernel/money'
import type { CancellationScenario } from '@hearth/contracts/booking'
import type { Booking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Money } from '../../components/display/Money.tsx'
import styles from './CancelPage.module.css'

type Props = {
  booking: Booking
  scenario: Pick<CancellationScenario, 'key' | 'lines' | 'differenceMinor'>
  title: string
  note?: string
}

/** How the amount is computed: each line with its formula and result, and the sum. */
export const FormulaCard = ({
  booking: { currency, snapshot },
  scenario: { key, lines, differenceMinor },
  title,
  note,
}: Props) => {
  const t = useText()
  const rules =
    key === 'guest'
      ? t('cancel.guestRules', {
          policy: snapshot.cancellation.terms.label,
          version: snapshot.cancellation.version,
        })
      : t('cancel.hostRules', { version: snapshot.hostCancellation.version })
  return (
    <section className={styles['how']}>
      <header>
        <h3>{title}</h3>
        <span className="small c num">{note ?? rules}</span>
      </header>
      <table>
        <tbody>
          {lines.map(({ text, formula, amountMinor }) => (
            <tr key={text}>
              <th scope="row">{text}</th>
              <td className="formula">{formula}</td>
              <td>{formatAmount(amountMinor, currency)}</td>
            </tr>
          ))}
          <tr className={styles['sum']}>
            <th scope="row" colSpan={2}>
              {t('cancel.difference')}
            </th>
            <td>
              <Money amountMinor={differenceMinor} currency={currency} />
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}
