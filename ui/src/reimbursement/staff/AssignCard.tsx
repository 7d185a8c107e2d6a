import { Button } from '@mui/material'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useSession } from '../../session/session.ts'
import { useReimbursementHistory } from '../useReimbursement.ts'
import styles from './Review.module.css'

/** Names members of staff by what they did with the claim. */
export const useReviewerName = (claimId: string) => {
  const t = useText()
  const { data = [] } = useReimbursementHistory(claimId)
  return (userId: string) => {
    const who = data.find(({ who: { id } }) => id === userId)?.who
    return who === undefined || who.kind === 'you' ? t('reimbursement.review.anotherReviewer') : who.name
  }
}

/** Who works on the claim, the button that takes it, and what staff should know about it. */
export const AssignCard = ({ claim, own }: Readonly<{ claim: ReimbursementRecord; own: boolean }>) => {
  const t = useText()
  const saved = useSaved()
  const userId = useSession()?.user.id
  const nameOf = useReviewerName(claim.id)
  const { reviewerId, flags, missed, returnedBecause } = claim
  const command = useCommand({
    resource: 'reimbursements',
    verb: 'start-review',
    onSuccess: () => saved(t('reimbursement.review.taken')),
  })
  const mine = reviewerId !== null && reviewerId === userId
  return (
    <Card
      title={
        reviewerId === null
          ? t('reimbursement.review.unassigned')
          : mine
            ? t('reimbursement.review.assigned')
            : t('reimbursement.review.assignedTo', { name: nameOf(reviewerId) })
      }
    >
      <div className={`${styles['part']} ${styles['buttons']}`}>
        {own ? (
          <p>{t('reimbursement.review.ownAppeal')}</p>
        ) : (
          !mine && (
            <Button
              fullWidth
              {...(reviewerId === null && { variant: 'contained', color: 'primary' })}
              loading={command.pending}
              onClick={() => command.run({ record: claim, body: {} })}
            >
              {t(reviewerId === null ? 'reimbursement.review.take' : 'reimbursement.review.takeOver')}
            </Button>
          )
        )}
        <ProblemText error={command.error} />
        {flags.map((flag) => (
          <p key={flag} className="small">
            {t(`reimbursement.review.flags.${flag}`)}
          </p>
        ))}
        {missed.map(({ deadline, dueAt }) => (
          <p key={deadline} className="small bad-ink">
            {t(`reimbursement.review.missed.${deadline}`, { at: formatReaderInstant(dueAt) })}
          </p>
        ))}
        {returnedBecause !== null && (
          <p className="small">{t('reimbursement.review.returned', { reason: returnedBecause })}</p>
        )}
      </div>
    </Card>
  )
}
