import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import {
  BREAKDOWN_PARTS,
  type BreakdownGroup,
  type BreakdownPart,
  type PayoutsBreakdown,
} from '@hearth/contracts/ledger'
import { useText } from '../../i18n/text.ts'
import { todayIn } from '../../components/dates/localDate.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Money, moneyText } from '../../components/display/Money.tsx'
import styles from './Breakdown.module.css'
import type { Opened, View } from './useBreakdown.ts'

const ALWAYS: readonly BreakdownPart[] = ['gross', 'platform_fee', 'adjustments']

type By = 'month' | 'listing' | 'booking'
type TableProps = { breakdown: PayoutsBreakdown; currency: Currency; view: View; by: By }

/** What a stay was; a month that hasn’t begun has nothing but what cancellations leave. */
const useGroupDetail = (by: By, zone: string) => {
  const t = useText()
  const month = todayIn(zone).slice(0, 7)
  return ({ key, detail }: BreakdownGroup) =>
    by === 'month' && key > month ? t('payout.month.ahead') : detail
}

const useGroupName = (by: By) => {
  const t = useText()
  return ({ key, label }: BreakdownGroup) =>
    key === 'none' && by !== 'month' ? t(`payout.${by}.none`) : label
}

type AmountProps = {
  amountMinor: number
  currency: Currency
  /** The name of the amount, for screen readers. */ name: string
  strong?: boolean
  onOpen: () => void
}

/** An amount that opens its entries; zero does not. */
const Amount = ({ amountMinor, currency, name, strong = false, onOpen }: AmountProps) => {
  const t = useText()
  if (amountMinor === 0) return <span className="c">{formatAmount(0, currency)}</span>
  return (
    <button
      type="button"
      className={strong ? styles['strong'] : undefined}
      aria-label={t('payout.openAmount', { name, amount: moneyText(amountMinor, currency) })}
      onClick={onOpen}
    >
      {formatAmount(amountMinor, currency)}
    </button>
  )
}

type PartsProps = { parts: readonly BreakdownPart[]; currency: Currency }

const GroupRow = ({
  group,
  name,
  detail,
  parts,
  currency,
  view,
}: PartsProps & { group: BreakdownGroup; name: string; detail: string | null; view: View }) => {
  const t = useText()
  const open = (opened: Opened) => () => view.open({ group: group.key, ...opened })
  const label = (what: string) => `${name}, ${what}`
  return (
    <tr aria-selected={view.opened?.group === group.key}>
      <th scope="row">
        {name}
        {detail !== null && <small>{detail}</small>}
      </th>
      {parts.map((part) => (
        <td key={part}>
          <Amount
            amountMinor={group.parts[part]}
            currency={currency}
            name={label(t(`payout.part.${part}`))}
            onOpen={open({ part })}
          />
        </td>
      ))}
      <td>
        <Amount
          amountMinor={group.netMinor}
          currency={currency}
          name={label(t('payout.table.net'))}
          strong
          onOpen={open({})}
        />
      </td>
      <td>
        <Amount
          amountMinor={group.stages.paid}
          currency={currency}
          name={label(t('payout.table.paid'))}
          onOpen={open({ stage: 'paid' })}
        />
      </td>
    </tr>
  )
}

const Table = ({ breakdown: { groups, total }, currency, view, by }: TableProps) => {
  const t = useText()
  const nameOf = useGroupName(by)
  const detailOf = useGroupDetail(by, view.zone)
  const parts = BREAKDOWN_PARTS.filter(
    (part) => ALWAYS.includes(part) || groups.some((group) => group.parts[part] !== 0),
  )
  return (
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
          <GroupRow
            key={group.key}
            group={group}
            name={nameOf(group)}
            detail={detailOf(group)}
            parts={parts}
            currency={currency}
            view={view}
          />
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
  )
}

/** The table on a phone. */
const Cards = ({ breakdown: { groups }, currency, view, by }: TableProps) => {
  const t = useText()
  const nameOf = useGroupName(by)
  const detailOf = useGroupDetail(by, view.zone)
  return (
    <ul className={styles['cards']}>
      {groups.map((group) => (
        <li key={group.key}>
          <button type="button" onClick={() => view.open({ group: group.key })}>
            <b className="strong">
              {nameOf(group)}
              {detailOf(group) !== null && <small>{detailOf(group)}</small>}
            </b>
            <b className="num strong">
              <Money amountMinor={group.netMinor} currency={currency} />
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
  )
}

/** Months, listings or bookings from gross to net; every amount opens. */
export const GroupTable = (props: TableProps) => {
  const t = useText()
  const { groups, groupCount } = props.breakdown
  return (
    <Card>
      <div className={styles['scroll']}>
        <Table {...props} />
      </div>
      <Cards {...props} />
      {groupCount > groups.length && (
        <p className={`small q ${styles['more']}`}>
          {t('payout.table.more', { shown: groups.length, total: groupCount })}
        </p>
      )}
    </Card>
  )
}
