import { Button } from '@mui/material'
import type { CancellationQuote } from '@hearth/contracts/booking'
import { formatAmount } from '@hearth/contracts/kernel/money'
import { useText } from '../../i18n/text.ts'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { Money } from '../../components/display/Money.tsx'
import styles from './CancelPage.module.css'

type Props = { before: CancellationQuote; after: CancellationQuote; onAccept: () => void; keepPath: string }

/** The quote is out of date: shows the numbers that differ, old and new, before the host confirms again. */
export const ChangedMeanwhile = ({ before, after, onAccept, keepPath }: Props) => {
  const t = useText()
  const rows = [
    { key: 'fee', label: t('cancel.fee'), old: before.outcome.hostFeeMinor, now: after.outcome.hostFeeMinor },
    {
      key: 'refund',
      label: t('cancel.refund'),
      old: before.outcome.refundTotalMinor,
      now: after.outcome.refundTotalMinor,
    },
    {
      key: 'difference',
      label: t('cancel.difference'),
      old: before.scenarios[0]?.differenceMinor ?? 0,
      now: after.scenarios[0]?.differenceMinor ?? 0,
    },
  ].filter(({ old, now }) => old !== now)
  return (
    <section className={styles['panel']} role="alert">
      <header>
        <h2>{t(rows.length > 0 ? 'cancel.changed' : 'cancel.changedElse')}</h2>
      </header>
      <div className={styles['body']}>
        <p className="q">{t('cancel.nothingCancelled')}</p>
        {rows.length > 0 && (
          <table className={styles['changes']}>
            <tbody>
              {rows.map(({ key, label, old, now }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  <td>
                    <s>{formatAmount(old, after.currency)}</s>
                  </td>
                  <td className="strong">
                    <Money amountMinor={now} currency={after.currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <Button variant="contained" color="primary" onClick={onAccept}>
          {t('cancel.useNew')}
        </Button>
        <LinkButton to={keepPath}>{t('undoBar.keep')}</LinkButton>
      </div>
    </section>
  )
}
