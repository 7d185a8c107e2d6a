import { PAYOUT_STATES } from '@hearth/contracts/payout'
import { moneyText } from '../../components/display/Money.tsx'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { useText } from '../../i18n/text.ts'
import type { Payout } from '../payoutState.tsx'
import styles from './Report.module.css'

const FIELDS = ['amount', 'currency', 'state', 'reference'] as const
type Field = (typeof FIELDS)[number]
const isField = (text: string): text is Field => FIELDS.some((field) => field === text)
const findState = (text: string) => PAYOUT_STATES.find((state) => state === text)

/** A value of a difference as staff read it: the event holds amounts in minor units and names of states. */
const useFormatValue = ({ currency }: Pick<Payout, 'currency'>) => {
  const t = useText()
  return (field: string, value: string): string => {
    if (field === 'amount' && /^-?\d+$/.test(value)) return moneyText(Number(value), currency)
    if (field !== 'state') return value
    const state = findState(value)
    return state !== undefined
      ? t(`payout.state.${state}`)
      : value === 'failed'
        ? t('payout.staff.payouts.failedAtBank')
        : value
  }
}

/** What the bank reports of a payout and the ledger contradicts. */
export const PayoutDifferences = ({ row }: { row: Pick<Payout, 'currency' | 'differences'> }) => {
  const t = useText()
  const formatValue = useFormatValue(row)
  const differences = row.differences ?? []
  if (differences.length === 0) return null
  return (
    <table className={styles['differences']}>
      <thead>
        <tr>
          <th scope="col">{t('payout.staff.payouts.field')}</th>
          <th scope="col">{t('payout.staff.payouts.ours')}</th>
          <th scope="col">{t('payout.staff.payouts.theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ field, expected, actual, foundAt }) => (
          <tr key={`${field}${foundAt}`}>
            <th scope="row">
              {isField(field) ? t(`payout.staff.payouts.fields.${field}`) : field}
              <span className={`cap c num ${styles['found']}`}>
                {t('payout.staff.payouts.found', { at: formatReaderInstant(foundAt) })}
              </span>
            </th>
            <td className="num">{formatValue(field, expected)}</td>
            <td className="num">{formatValue(field, actual)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
