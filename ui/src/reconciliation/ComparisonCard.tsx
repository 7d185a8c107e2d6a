import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import type { Comparison, FoundDifference } from '@hearth/contracts/reconciliation/overview'
import { AddsUp } from '../components/display/AddsUp.tsx'
import { Money } from '../components/display/Money.tsx'
import { Card } from '../components/layout/Card.tsx'
import { LogRow } from '../components/list/LogRow.tsx'
import table from '../components/list/LogTable.module.css'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { useText } from '../i18n/text.ts'
import { ComparedSides } from './ComparedSides.tsx'
import styles from './Reconciliation.module.css'
import type { OverviewView } from './useOverview.ts'

type Props = { comparison: Comparison; currency: Currency; view: OverviewView }

const Sums = ({ comparison: { code, leftMinor, rightMinor }, currency }: Omit<Props, 'view'>) => {
  const t = useText()
  return (
    <dl className={styles['sums']}>
      <div>
        <dt>{t(`reconciliation.code.${code}.left`)}</dt>
        <dd>
          <Money amountMinor={leftMinor} currency={currency} />
        </dd>
      </div>
      <div>
        <dt>{t(`reconciliation.code.${code}.right`)}</dt>
        <dd>
          <Money amountMinor={rightMinor} currency={currency} />
        </dd>
      </div>
      <div>
        <dt>{t('reconciliation.difference')}</dt>
        <dd>
          <Money amountMinor={rightMinor - leftMinor} currency={currency} signed />
        </dd>
      </div>
    </dl>
  )
}

const WIDE = `${table['amount']} ${table['wide']}`
const COLUMNS = 4

const DifferenceRow = ({
  difference: { id, code, hostName, leftMinor, rightMinor },
  comparison,
  currency,
  view,
}: Props & { difference: FoundDifference }) => {
  const t = useText()
  const key = `${comparison.code}.${id}`
  const isOpen = view.open === key
  return (
    <LogRow
      named
      open={isOpen}
      onToggle={() => view.change({ open: isOpen ? undefined : key })}
      time={
        <>
          {code ?? id}
          <small className="q">{hostName ?? t('reconciliation.unknown')}</small>
        </>
      }
      action={t(isOpen ? 'reconciliation.close' : 'reconciliation.open')}
      columns={COLUMNS}
      details={() => <ComparedSides comparison={comparison.code} id={id} />}
    >
      <td className={WIDE}>{formatAmount(leftMinor, currency)}</td>
      <td className={WIDE}>{formatAmount(rightMinor, currency)}</td>
      <td className={`strong ${table['amount']}`}>
        <Money amountMinor={rightMinor - leftMinor} currency={currency} bare signed />
      </td>
    </LogRow>
  )
}

const Differences = (props: Props) => {
  const t = useText()
  const { code, differences, differing } = props.comparison
  return (
    <div className={table['scroll']}>
      <table className={table['table']} aria-label={t(`reconciliation.code.${code}.title`)}>
        <thead>
          <tr>
            <th scope="col">{t('reconciliation.record')}</th>
            <th scope="col" className={WIDE}>
              {t(`reconciliation.code.${code}.left`)}
            </th>
            <th scope="col" className={WIDE}>
              {t(`reconciliation.code.${code}.right`)}
            </th>
            <th scope="col" className={table['amount']}>
              {t('reconciliation.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <DifferenceRow key={difference.id} {...props} difference={difference} />
          ))}
        </tbody>
      </table>
      {differences.length < differing && (
        <p className={`small q ${styles['note']}`}>
          {t('reconciliation.rest', { smart_count: differing - differences.length })}
        </p>
      )}
    </div>
  )
}

/** Two sides that must come to the same, and the records in which they don’t. */
export const ComparisonCard = (props: Props) => {
  const t = useText()
  const { code, records, differing, check } = props.comparison
  return (
    <Card
      title={t(`reconciliation.code.${code}.title`)}
      note={t(`reconciliation.code.${code}.records`, { smart_count: records })}
      action={
        <StatusChip tone={differing === 0 ? 'ok' : 'bad'} plain={differing === 0}>
          {differing === 0
            ? t('reconciliation.agrees')
            : t('reconciliation.differ', { smart_count: differing })}
        </StatusChip>
      }
    >
      <Sums {...props} />
      {differing > 0 && <Differences {...props} />}
      <AddsUp check={check} adds={t('reconciliation.adds')} differs={t('reconciliation.differs')} />
    </Card>
  )
}
