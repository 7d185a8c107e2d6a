import { useGetList } from 'react-admin'
import type { Shown } from '@hearth/contracts/kernel/resource'
import type { AdjustmentRow, adjustments } from '@hearth/contracts/ledger'
import { useCan, useSession } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'
import '../../ledger/texts.ts'
import type { Tone } from '../../theme/tokens.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { Money, moneyText } from '../../components/display/Money.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { ConfirmedCommand } from '../../components/dialog/ConfirmedCommand.tsx'
import { ExplainedCommand } from '../../components/dialog/ExplainedCommand.tsx'
import { ProposeAdjustment } from './ProposeAdjustment.tsx'
import styles from './Report.module.css'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'

type Adjustment = Shown<typeof adjustments>
const POLL_MS = 10_000
const tones: Readonly<Record<AdjustmentRow['state'], Tone>> = {
  proposed: 'warn',
  approved: 'ok',
  rejected: 'mute',
}

/** Approves or rejects; only for another person of finance or an admin. */
const Decide = ({ row, account }: { row: Adjustment; account: string }) => {
  const t = useText()
  const may = useCan('ledger.approve')
  const me = useSession()?.user.id
  if (row.state !== 'proposed') return null
  if (row.proposedBy === me) return <p className="small q">{t('payout.staff.adjustments.yours')}</p>
  if (!may) return <p className="small q">{t('payout.staff.adjustments.mayNot')}</p>
  const same = {
    resource: 'adjustments',
    id: row.id,
    body: { accountId: row.hostAccountId },
    keep: t('payout.staff.adjustments.keep'),
  }
  return (
    <>
      <ConfirmedCommand
        {...same}
        verb="approve"
        touches={['ledger-entries', 'balances']}
        label={t('payout.staff.adjustments.approve')}
        title={`${moneyText(row.amountMinor, row.currency)}, ${account}`}
        text={row.reason}
        saved={t('payout.staff.adjustments.approved')}
      />
      <ExplainedCommand
        {...same}
        verb="reject"
        field="reason"
        maxLength={200}
        label={t('payout.staff.adjustments.reject')}
        title={t('payout.staff.adjustments.rejectTitle')}
        question={t('payout.staff.adjustments.rejectReason')}
        saved={t('payout.staff.adjustments.rejected')}
      />
    </>
  )
}

const AdjustmentLine = ({ row, account }: { row: Adjustment; account: string }) => {
  const t = useText()
  const me = useSession()?.user.id
  const describe = (id: string) =>
    t(id === me ? 'payout.staff.adjustments.you' : 'payout.staff.adjustments.colleague')
  return (
    <li>
      <div className={styles['what']}>
        <p className="strong">{account}</p>
        <p className="small q">“{row.reason}”</p>
        <p className="cap c num">
          {t('payout.staff.adjustments.by', {
            who: describe(row.proposedBy),
            time: formatReaderInstant(row.proposedAt),
          })}
        </p>
        {row.decidedBy !== null && row.decidedAt !== null && (
          <p className="cap c num">
            {t('payout.staff.adjustments.decided', {
              what: t(`payout.staff.adjustments.state.${row.state}`),
              who: describe(row.decidedBy),
              time: formatReaderInstant(row.decidedAt),
            })}
            {row.decisionReason !== null && <>: “{row.decisionReason}”</>}
          </p>
        )}
      </div>
      <div className={styles['amount']}>
        <b className="strong">
          <Money amountMinor={row.amountMinor} currency={row.currency} signed />
        </b>
        <StatusChip tone={tones[row.state]} plain={row.state !== 'proposed'}>
          {t(`payout.staff.adjustments.state.${row.state}`)}
        </StatusChip>
      </div>
      <div className={styles['acts']}>
        <Decide row={row} account={account} />
      </div>
    </li>
  )
}

/** Adjustments of hosts' ledgers: proposed by one person, decided by another. */
export const AdjustmentsReport = () => {
  const t = useText()
  const mayPropose = useCan('ledger.propose')
  const { data, error, refetch } = useGetList<Adjustment>(
    'adjustments',
    { pagination: { page: 1, perPage: 50 }, sort: { field: 'proposedAt', order: 'DESC' }, filter: {} },
    { refetchInterval: POLL_MS },
  )
  const nameOf = useAccountNames((data ?? []).map(({ hostAccountId }) => hostAccountId))
  return (
    <div className={mayPropose ? styles['columns'] : undefined}>
      {mayPropose && <ProposeAdjustment />}
      <Card title={t('payout.staff.adjustments.list')}>
        {error && !data ? (
          <ErrorState
            title={t('payout.staff.adjustments.failed')}
            error={error}
            onRetry={() => void refetch()}
          />
        ) : !data ? (
          <TableSkeleton rows={4} label={t('app.loading')} />
        ) : data.length === 0 ? (
          <p className={styles['empty']}>{t('payout.staff.adjustments.none')}</p>
        ) : (
          <ul className={styles['rows']}>
            {data.map((row) => (
              <AdjustmentLine key={row.id} row={row} account={nameOf(row.hostAccountId)} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}
