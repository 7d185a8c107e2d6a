import { APPROVERS } from '@hearth/contracts/payout'
import { useCan, useSession } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'
import { moneyText } from '../../components/display/Money.tsx'
import { ConfirmedCommand } from '../../components/dialog/ConfirmedCommand.tsx'
import { ExplainedCommand } from '../../components/dialog/ExplainedCommand.tsx'
import type { Payout } from '../payoutState.tsx'

const MAX_REASON = 500

type Values = Readonly<{ code: string; account: string; amount: string }>

/** Holds or cancels the payout, with a written reason. */
const StopActions = ({ row: { id, state, attemptKey }, values }: { row: Payout; values: Values }) => {
  const t = useText()
  const explained = {
    resource: 'payouts',
    id,
    keep: t('payout.staff.payouts.keep'),
    field: 'explanation',
    maxLength: MAX_REASON,
    question: t('payout.staff.payouts.explanation'),
  }
  const waits = state === 'scheduled' || state === 'awaiting_approval'
  return (
    <>
      {waits && (
        <ExplainedCommand
          {...explained}
          verb="hold"
          label={t('payout.staff.payouts.hold')}
          title={t('payout.staff.payouts.holdTitle', values)}
          saved={t('payout.staff.payouts.held')}
        />
      )}
      {(waits || (state === 'on_hold' && attemptKey === null)) && (
        <ExplainedCommand
          {...explained}
          verb="cancel"
          destructive
          label={t('payout.staff.payouts.cancel')}
          title={t('payout.staff.payouts.cancelTitle', values)}
          saved={t('payout.staff.payouts.cancelled')}
        />
      )}
    </>
  )
}

/** One person proposes that the payout came back as the bank reports it, another decides. */
const ReturnActions = ({ row, values }: { row: Payout; values: Values }) => {
  const t = useText()
  const me = useSession()?.user.id
  const { id, state, returnState, returnProposedBy, reportedReturnMinor, amountMinor, currency } = row
  if (state !== 'paid' || reportedReturnMinor === null) return null
  const amounts = {
    ...values,
    returned: moneyText(reportedReturnMinor, currency),
    charge: moneyText(amountMinor - reportedReturnMinor, currency),
  }
  const same = { resource: 'payouts', id, keep: t('payout.staff.payouts.keep') }
  const explained = { ...same, field: 'reason', maxLength: 200, question: t('payout.staff.returns.reason') }
  if (returnState === 'reported')
    return (
      <ExplainedCommand
        {...explained}
        verb="propose-return"
        body={{ returnedMinor: reportedReturnMinor }}
        label={t('payout.staff.returns.propose')}
        title={t('payout.staff.returns.proposeTitle', amounts)}
        help={t('payout.staff.returns.text', amounts)}
        saved={t('payout.staff.bankLines.proposed')}
      />
    )
  if (returnState !== 'proposed') return null
  if (returnProposedBy === me) return <span className="small q">{t('payout.staff.adjustments.yours')}</span>
  return (
    <>
      <ConfirmedCommand
        {...same}
        verb="approve-return"
        touches={['ledger-entries', 'balances']}
        label={t('payout.staff.returns.approve')}
        title={t('payout.staff.returns.proposeTitle', amounts)}
        text={`${t('payout.staff.returns.text', amounts)} “${row.returnReason ?? ''}”`}
        saved={t('payout.staff.returns.approved')}
      />
      <ExplainedCommand
        {...explained}
        verb="reject-return"
        label={t('payout.staff.returns.reject')}
        title={t('payout.staff.returns.rejectTitle')}
        saved={t('payout.staff.returns.rejected')}
      />
    </>
  )
}

/** What finance can do with a payout in its state; its first approver cannot be the second. */
export const PayoutActions = ({ row, account }: { row: Payout; account: string }) => {
  const t = useText()
  const may = useCan('payout.approve')
  const me = useSession()?.user.id ?? ''
  if (!may) return null
  const { id, code, state, approvedBy } = row
  const values = { code, account, amount: moneyText(row.amountMinor, row.currency) }
  const same = { resource: 'payouts', id, keep: t('payout.staff.payouts.keep') }
  const mine = approvedBy.includes(me)
  return (
    <>
      {state === 'awaiting_approval' && mine && approvedBy.length < APPROVERS && (
        <span className="small q">{t('payout.staff.payouts.approvedByYou')}</span>
      )}
      {state === 'awaiting_approval' && !mine && (
        <ConfirmedCommand
          {...same}
          verb="approve"
          label={t('payout.staff.payouts.approve')}
          title={t('payout.staff.payouts.approveTitle', values)}
          text={t('payout.staff.payouts.approveText', values)}
          saved={t('payout.staff.payouts.approved')}
        />
      )}
      {state === 'on_hold' && (
        <ConfirmedCommand
          {...same}
          verb="release"
          label={t('payout.staff.payouts.release')}
          title={t('payout.staff.payouts.releaseTitle', values)}
          text={t('payout.staff.payouts.releaseText', values)}
          saved={t('payout.staff.payouts.released')}
        />
      )}
      <StopActions row={row} values={values} />
      <ReturnActions row={row} values={values} />
    </>
  )
}
