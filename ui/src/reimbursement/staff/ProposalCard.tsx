import { Button } from '@mui/material'
import { formatAmount } from '@hearth/contracts/kernel/money'
import type { ItemRow } from '@hearth/contracts/reimbursement'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { ExplainedCommand } from '../../components/dialog/ExplainedCommand.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan, useSession } from '../../session/session.ts'
import { Reason } from '../detail/ItemView.tsx'
import { describeFormula } from '../parts/describeFormula.ts'
import { Formula } from '../../components/display/Formula.tsx'
import { SumTable } from '../parts/SumTable.tsx'
import { useReviewerName } from './AssignCard.tsx'
import styles from './Review.module.css'

const MIN_REASON = 10
const MAX_REASON = 500
type Proposal = NonNullable<ReimbursementRecord['proposal']>
type Props = Readonly<{ claim: ReimbursementRecord; items: readonly ItemRow[]; proposal: Proposal }>

/** Each item as it was proposed, with its formula. */
const Proposed = ({ claim: { currency }, items, proposal }: Props) => {
  const t = useText()
  return (
    <ul className={styles['proposed']}>
      {proposal.items.map(({ itemId, reason, formula, approvedMinor, note }) => (
        <li key={itemId}>
          <p>
            <b className="strong">{items.find((item) => item.itemId === itemId)?.description}</b>{' '}
            <Reason code={reason} />
          </p>
          {approvedMinor > 0 && (
            <Formula
              parts={describeFormula(
                formula,
                { amountMinor: approvedMinor, label: t('reimbursement.item.approved'), currency },
                t,
              )}
            />
          )}
          {note !== null && <blockquote>{note}</blockquote>}
        </li>
      ))}
    </ul>
  )
}

/** A decision above the limit: a second person approves it, or returns it. */
export const ProposalCard = ({ claim, items, proposal }: Props) => {
  const t = useText()
  const saved = useSaved()
  const mayApprove = useCan('reimbursement.approve')
  const isOwn = useSession()?.user.id === proposal.by
  const nameOf = useReviewerName(claim.id)
  const { currency } = claim
  const command = useCommand({
    resource: 'reimbursements',
    verb: 'approve-decision',
    ifMatch: true,
    onSuccess: () => saved(t('reimbursement.review.proposal.approved')),
  })
  return (
    <Card title={t('reimbursement.review.proposal.title')}>
      <div className={styles['part']}>
        <p className="small q num">
          {t('reimbursement.review.proposal.by', {
            name: nameOf(proposal.by),
            at: formatReaderInstant(proposal.at),
          })}
        </p>
        <Proposed claim={claim} items={items} proposal={proposal} />
        <SumTable
          lines={proposal.items.map(({ itemId, approvedMinor }) => ({
            key: itemId,
            name: items.find((item) => item.itemId === itemId)?.description ?? '',
            amountMinor: approvedMinor,
          }))}
          total={t('reimbursement.review.together')}
          totalMinor={proposal.totalMinor}
          currency={currency}
        />
      </div>
      <div className={`${styles['part']} ${styles['buttons']}`}>
        <ProblemText error={command.error} />
        {isOwn || !mayApprove ? (
          <p className="small q">
            {t(isOwn ? 'reimbursement.review.proposal.own' : 'reimbursement.review.proposal.needsFinance')}
          </p>
        ) : (
          <>
            <Button
              fullWidth
              variant="contained"
              color="primary"
              loading={command.pending}
              onClick={() => command.run({ record: claim, body: {} })}
            >
              {t('reimbursement.review.proposal.approve', {
                amount: formatAmount(proposal.totalMinor, currency),
              })}
            </Button>
            <ReturnButton claim={claim} />
          </>
        )}
      </div>
    </Card>
  )
}

/** Returns the proposal with a reason. */
const ReturnButton = ({ claim }: Pick<Props, 'claim'>) => {
  const t = useText()
  return (
    <ExplainedCommand
      resource="reimbursements"
      verb="return-decision"
      id={claim.id}
      field="reason"
      min={MIN_REASON}
      maxLength={MAX_REASON}
      label={t('reimbursement.review.proposal.return')}
      title={t('reimbursement.review.proposal.returnTitle')}
      question={t('reimbursement.review.proposal.returnWhy')}
      missing={t('reimbursement.review.proposal.returnMissing')}
      keep={t('reimbursement.review.proposal.back')}
      saved={t('reimbursement.review.proposal.returned')}
    />
  )
}
