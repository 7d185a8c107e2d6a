import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import {
  BREAKDOWN_PARTS,
  type BreakdownGroup,
  type BreakdownPart,
  type PayoutsBreakdown,
} from '@hearth/contracts/ledger'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { moneyText } from '../../components/display/Money.tsx'
import styles from './Breakdown.module.css'
import type { Opened, View } from './useBreakdown.ts'

const ALWAYS: readonly BreakdownPart[] = ['gross', 'platform_fee', 'adjustments']

/** Months, listings or bookings from gross to net; every amount opens. */
export const GroupTable = ({
  breakdown,
  currency,
  view,
  by,
}: {
  breakdown: PayoutsBreakdown
  currency: Currency
  view: View
  by: 'month' | 'listing' | 'booking'
}) => {
  const t = useText()
  const { groups, groupCount, total } = breakdown
  const parts = BREAKDOWN_PARTS.filter(
    (part) => ALWAYS.includes(part) || groups.some((group) => group.parts[part] !== 0),
  )
  const nameOf = ({ key, label }: BreakdownGroup) =>
    key === 'none' && by !== 'month' ? t(`payout.${by}.none`) : label
  const cell = (group: BreakdownGroup, amountMinor: number, name: string, opened: Opened, strong = false) =>
    amountMinor === 0 ? (
      <span className="c">{formatAmount(0, currency)}</span>
    ) : (
      <button
        type="button"
        className={strong ? styles['strong'] : undefined}
        aria-label={t('payout.openAmount', {
          name: `${nameOf(group)}, ${name}`,
          amount: moneyText(amountMinor, currency),
        })}
        onClick={() => view.open({ group: group.key, ...opened })}
      >
        {formatAmount(amountMinor, currency)}
      </button>
    )
  return (
    <Card>
      <div className={styles['scroll']}>
        <table
          className={styles['table']}
          aria-label={t('payout.table.label', { by: t(`payout.view.${by}`).toLowerCase() })}
        >
          <thead>
            <tr>
              <th scope="col">{t(`payout.table.${by}`)}</th>
              {parts.map((part) => (
                <th key={part} scope="col" className="right">
                  {t(`payout.part.${part}`)}
                </th>
              ))}
              <th scope="col" className="right">
                {t('payout.table.net')} {currency}
              </th>
              <th scope="col" className="right">
                {t('payout.table.paid')}
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.key} aria-selected={view.opened?.group === group.key}>
                <th scope="row">{nameOf(group)}</th>
                {parts.map((part) => (
                  <td key={part}>{cell(group, group.parts[part], t(`payout.part.${part}`), { part })}</td>
                ))}
                <td>{cell(group, group.netMinor, t('payout.table.net'), {}, true)}</td>
                <td>{cell(group, group.stages.paid, t('payout.table.paid'), { stage: 'paid' })}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('payout.table.total')}</th>
              {parts.map((part) => (
                <td key={part}>{formatAmount(total.parts[part], currency)}</td>
              ))}
              <td>{formatAmount(total.netMinor, currency)}</td>
              <td>{formatAmount(total.stages.paid, currency)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <ul className={styles['cards']}>
        {groups.map((group) => (
          <li key={group.key}>
            <button type="button" onClick={() => view.open({ group: group.key })}>
              <b className="strong">{nameOf(group)}</b>
              <b className="num strong">
                {formatAmount(group.netMinor, currency)} <small>{currency}</small>
              </b>
              <small>
                {t('payout.table.gross')}{' '}
                <span className="num">{formatAmount(group.parts.gross, currency)}</span>
              </small>
              <small>
                {t('payout.table.paid')}{' '}
                <span className="num">{formatAmount(group.stages.paid, currency)}</span>
              </small>
            </button>
          </li>
        ))}
      </ul>
      {groupCount > groups.length && (
        <p className={`small q ${styles['more']}`}>
          {t('payout.table.more', { shown: groups.length, total: groupCount })}
        </p>
      )}
    </Card>
  )
}
