import { useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { formatInstant, monthName } from '../components/dates/localDate.ts'
import { Money } from '../components/display/Money.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { ListTable, type Column } from '../components/list/ListTable.tsx'
import { TableFooter } from '../components/list/TableFooter.tsx'
import { TableSkeleton } from '../components/list/TableSkeleton.tsx'
import { useCards } from '../components/list/useCards.ts'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { useAccountNames } from '../data/queries/useAccountNames.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { useSession } from '../session/session.ts'
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
  const ofAllAccounts = useSession()?.account === null
  const accountOf = useAccountNames(ofAllAccounts ? rows.map(({ hostAccountId }) => hostAccountId) : [])
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
    ...(ofAllAccounts
      ? [
          {
            key: 'account',
            label: t('statement.columns.account'),
            render: ({ hostAccountId }: Statement) => <span className="q">{accountOf(hostAccountId)}</span>,
          },
        ]
      : []),
    {
      key: 'state',
      label: t('statement.columns.state'),
      render: (row) => (
        <span className={styles['two']}>
          <State row={row} />
          <span className="small q num">{describeWhen(row)}</span>
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

/** The list on a phone: one card each. */
const Cards = ({ rows }: { rows: readonly Statement[] }) => {
  const describeWhen = useWhen()
  return (
    <>
      <ul className={styles['cards']}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link className={styles['card']} data-row to={to.statement(row.id)}>
              <span className={styles['row']}>
                <b>{nameStatement(row)}</b>
                <Amounts row={row} of="movementMinor" />
              </span>
              <span className="small q num">{describeWhen(row)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles['pages']}>
        <TableFooter />
      </div>
    </>
  )
}

/** The statements of the account, the newest first; staff see those of all accounts. */
export const StatementRows = () => {
  const t = useText()
  const cards = useCards()
  const { data, error, isPending, refetch, total } = useListContext<Statement>()
  const columns = useColumns(data ?? [])
  if (!error && data && total !== 0)
    return cards ? (
      <Cards rows={data} />
    ) : (
      <ListTable<Statement>
        columns={columns}
        label={t('statement.title')}
        nameOf={nameStatement}
        pathOf={({ id }) => to.statement(id)}
      />
    )
  return (
    <div className={styles['frame']}>
      {error ? (
        <ErrorState title={t('statement.failed')} error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <TableSkeleton label={t('app.loading')} rows={6} />
      ) : (
        <EmptyState icon="database" title={t('statement.none')} text={t('statement.noneText')} />
      )}
    </div>
  )
}
