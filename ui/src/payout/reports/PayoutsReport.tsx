import { useGetList } from 'react-admin'
import { Link, useSearchParams } from 'react-router-dom'
import { APPROVERS } from '@hearth/contracts/payout'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import '../../ledger/texts.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { browserZone, formatReaderInstant } from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import { SavedViews } from '../../components/list/SavedViews.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { OpenedPayout } from '../Opened.tsx'
import { PayoutActions } from './PayoutActions.tsx'
import { PayoutDifferences } from './PayoutDifferences.tsx'
import { PayoutStateChip, type Payout } from '../payoutState.tsx'
import { ReconciliationCard } from './ReconciliationCard.tsx'
import styles from './Report.module.css'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'

const POLL_MS = 10_000
const views = {
  approval: { state: 'awaiting_approval' },
  stuck: { state: ['on_hold', 'returned', 'submitting'] },
  differences: { heldReason: 'difference' },
  returns: { returnState: ['reported', 'proposed'] },
  moving: { state: ['scheduled', 'submitted'] },
  done: { state: ['paid', 'cancelled'] },
} as const
type ViewName = keyof typeof views
const names = Object.keys(views) as ViewName[]
const isView = (text: string | null): text is ViewName => text !== null && Object.hasOwn(views, text)

const usePayouts = (name: ViewName, perPage: number) =>
  useGetList<Payout>(
    'payouts',
    { pagination: { page: 1, perPage }, sort: { field: 'scheduledFor', order: 'DESC' }, filter: views[name] },
    { refetchInterval: POLL_MS },
  )

/** Why a payout is in its state: the rule, the approvers, the answer of the bank. */
const WhyHere = ({ row }: { row: Payout }) => {
  const t = useText()
  return (
    <>
      {row.approvalRule !== null && (
        <p className="small q">
          {t(`payout.staff.payouts.rule.${row.approvalRule}`)},{' '}
          {t('payout.staff.payouts.approvals', { done: row.approvedBy.length, needed: APPROVERS })}
        </p>
      )}
      {row.failureCode !== null && <p className="small q">{t(`payout.failure.${row.failureCode}`)}</p>}
      {row.explanation !== null && <p className="small q">{row.explanation}</p>}
      {row.attempt > 0 && (
        <p className="cap c num">
          {t('payout.staff.payouts.attempt', {
            attempt: row.attempt,
            ref: row.providerRef ?? t('payout.staff.payouts.noRef'),
          })}
        </p>
      )}
    </>
  )
}

const usePayoutCounts = () => ({
  approval: usePayouts('approval', 1).total,
  stuck: usePayouts('stuck', 1).total,
  differences: usePayouts('differences', 1).total,
  returns: usePayouts('returns', 1).total,
  moving: usePayouts('moving', 1).total,
  done: usePayouts('done', 1).total,
})

const PayoutLine = ({
  row,
  account,
  current,
  onOpen,
}: {
  row: Payout
  account: string
  current: boolean
  onOpen: () => void
}) => {
  const t = useText()
  return (
    <li aria-current={current ? 'true' : undefined}>
      <div className={styles['what']}>
        <p>
          <button
            type="button"
            className={styles['open']}
            aria-label={t('payout.staff.payouts.open', { code: row.code })}
            onClick={onOpen}
          >
            {row.code}
          </button>{' '}
          <Link
            className={styles['account']}
            to={to.reports({ report: 'events', stream: `payout-${row.id}` })}
          >
            {account}
          </Link>
        </p>
        <p className="cap c num">{formatReaderInstant(row.scheduledFor)}</p>
        <WhyHere row={row} />
      </div>
      <div className={styles['amount']}>
        <b className="strong">
          <Money amountMinor={row.amountMinor} currency={row.currency} />
        </b>
        <PayoutStateChip state={row.state} />
      </div>
      <PayoutDifferences row={row} />
      <div className={styles['acts']}>
        <PayoutActions row={row} account={account} />
      </div>
    </li>
  )
}

/** Payouts of all accounts, by what staff have to do. */
export const PayoutsReport = () => {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('show')
  const name = isView(asked) ? asked : 'approval'
  const counts = usePayoutCounts()
  const { data, error, refetch } = usePayouts(name, 50)
  const nameOf = useAccountNames((data ?? []).map(({ hostAccountId }) => hostAccountId))
  const may = useCan('payout.approve')
  const opened = search.get('payout')
  const open = (id: string | null) => {
    const next = new URLSearchParams(search)
    if (id === null) next.delete('payout')
    else next.set('payout', id)
    setSearch(next)
  }
  return (
    <div className={opened === null ? undefined : styles['beside']}>
      <SavedViews
        label={t('payout.staff.payouts.views')}
        views={names.map((each) => ({
          key: each,
          label: t(`payout.staff.payouts.view.${each}`),
          to: to.reports({ report: 'payouts', show: each }),
          current: each === name,
          count: counts[each],
        }))}
      />
      {!may && <p className={`small q ${styles['hint']}`}>{t('payout.staff.payouts.onlyFinance')}</p>}
      <Card label={t('payout.staff.payouts.label')}>
        {error && !data ? (
          <ErrorState title={t('payout.staff.payouts.failed')} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <TableSkeleton rows={5} label={t('payout.loading')} />
        ) : data.length === 0 ? (
          <EmptyState icon="check" title={t('payout.staff.payouts.none')} />
        ) : (
          <ul className={styles['rows']}>
            {data.map((row) => (
              <PayoutLine
                key={row.id}
                row={row}
                account={nameOf(row.hostAccountId)}
                current={opened === row.id}
                onOpen={() => open(row.id)}
              />
            ))}
          </ul>
        )}
      </Card>
      {name === 'differences' && (
        <div className={styles['after']}>
          <ReconciliationCard />
        </div>
      )}
      {opened !== null && <OpenedPayout id={opened} zone={browserZone()} onClose={() => open(null)} />}
    </div>
  )
}
