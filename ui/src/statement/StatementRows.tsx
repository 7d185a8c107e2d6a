import { Fragment } from 'react'
import { useListContext } from 'react-admin'
import { formatAmount } from '@hearth/contracts/kernel/money'
import { formatInstant, monthName } from '../components/dates/localDate.ts'
import { Money } from '../components/display/Money.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ListRows } from '../components/list/ListRows.tsx'
import type { Column } from '../components/list/ListTable.tsx'
import { PHONE } from '../components/list/useCards.ts'
import { useAccountColumn } from '../components/list/useAccountColumn.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import styles from './Statement.module.css'
import type { Statement } from './useStatements.ts'

export const nameStatement = ({ month }: Pick<Statement, 'month'>): string => monthName(`${month}-01`)

const SHORT = 4
const shorten = (sha256: string): string => `${sha256.slice(0, SHORT)}…${sha256.slice(-SHORT)}`

const State = ({ row }: { row: Statement }) => {
  const t = useText()
  return (
    <StatusChip tone={row.state === 'locked' ? 'ok' : 'mute'} plain={row.state === 'draft'}>
      {t(`statement.state.${row.state}`)}
    </StatusChip>
  )
}

const useWhen = () => {
  const t = useText()
  return ({ lockedAt, lockAt, timezone }: Statement): string =>
    lockedAt === null
      ? t('statement.locksAt', { instant: formatInstant(lockAt, timezone) })
      : t('statement.lockedAt', { instant: formatInstant(lockedAt, timezone) })
}

/** One amount for each currency of the statement. */
const Amounts = ({
  row,
  of,
}: {
  row: Statement
  of: 'openingMinor' | 'movementMinor' | 'paidMinor' | 'closingMinor'
}) => (
  <span className={styles['amounts']}>
    {row.totals.map((total) => (
      <Money key={total.currency} amountMinor={total[of]} currency={total.currency} />
    ))}
  </span>
)

const useColumns = (rows: readonly Statement[]): Column<Statement>[] => {
  const t = useText()
  const describeWhen = useWhen()
  const account = useAccountColumn(rows, t('statement.columns.account'))
  const amount = (of: Parameters<typeof Amounts>[0]['of'], key: 'movement' | 'paid' | 'closing') => ({
    key,
    label: t(`statement.columns.${key}`),
    align: 'right' as const,
    render: (row: Statement) => <Amounts row={row} of={of} />,
  })
  return [
    {
      key: 'month',
      label: t('statement.columns.month'),
      sort: 'month',
      link: true,
      render: (row) => <span className="strong">{nameStatement(row)}</span>,
    },
    ...account,
    {
      key: 'state',
      label: t('statement.columns.state'),
      render: (row) => (
        <span className={styles['state']}>
          <State row={row} />
          <span className="small q num">
            {row.lockedAt === null ? describeWhen(row) : formatInstant(row.lockedAt, row.timezone)}
          </span>
        </span>
      ),
    },
    {
      key: 'hash',
      label: t('statement.columns.hash'),
      hiddenBelow: 960,
      render: ({ sha256 }) => <code className="small q">{sha256 === null ? '' : shorten(sha256)}</code>,
    },
    amount('movementMinor', 'movement'),
    amount('paidMinor', 'paid'),
    amount('closingMinor', 'closing'),
  ]
}

/** A statement on a phone. */
const Card = ({ row }: { row: Statement }) => {
  const t = useText()
  const describeWhen = useWhen()
  const amounts = [
    ['movement', 'movementMinor'],
    ['paid', 'paidMinor'],
    ['closing', 'closingMinor'],
  ] as const
  return (
    <>
      <b>{nameStatement(row)}</b>
      <span className="small q num">{describeWhen(row)}</span>
      {/* An open month has no sums yet. */}
      {row.totals.length > 0 && (
        <span className={`${styles['totals']} num`}>
          <small />
          {amounts.map(([key]) => (
            <small key={key} className={styles['head']}>
              {t(`statement.columns.${key}`)}
            </small>
          ))}
          {row.totals.map((total) => (
            <Fragment key={total.currency}>
              <small>{total.currency}</small>
              {amounts.map(([key, of]) => (
                <span key={key}>{formatAmount(total[of], total.currency)}</span>
              ))}
            </Fragment>
          ))}
        </span>
      )}
    </>
  )
}

/** The statements of the account, the newest first; staff see those of all accounts. */
export const StatementRows = () => {
  const t = useText()
  const { data } = useListContext<Statement>()
  return (
    <ListRows<Statement>
      label={t('statement.title')}
      columns={useColumns(data ?? [])}
      nameOf={nameStatement}
      pathOf={({ id }) => to.statement(id)}
      cardsUpTo={PHONE}
      Card={Card}
      failed={t('statement.failed')}
      empty={<EmptyState icon="database" title={t('statement.none')} text={t('statement.noneText')} />}
    />
  )
}
