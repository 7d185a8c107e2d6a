import type { ReimbursementRecord } from '../../data/records/records.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useText, type TextKey } from '../../i18n/text.ts'
import { useSession } from '../../session/session.ts'
import { DueCard } from '../parts/DueCard.tsx'
import styles from './Claim.module.css'

type Running = Extract<
  ReimbursementRecord['status'],
  'draft' | 'guest_review' | 'under_review' | 'info_requested' | 'decided' | 'appealed'
>

/** What is due, and since when its time runs. */
const RUNNING: Readonly<
  Record<Running, (claim: ReimbursementRecord) => Readonly<{ text: TextKey; since: string | null }>>
> = {
  draft: ({ checkOutInstant, openedAt }) => ({
    text: 'reimbursement.clock.toSend',
    since: checkOutInstant ?? openedAt,
  }),
  guest_review: ({ submittedAt }) => ({ text: 'reimbursement.clock.guest', since: submittedAt }),
  under_review: ({ firstActionAt, guestAnswer, submittedAt }) => ({
    text: firstActionAt === null ? 'reimbursement.clock.first' : 'reimbursement.clock.decision',
    since: guestAnswer?.at ?? submittedAt,
  }),
  info_requested: ({ infoRequest }) => ({
    text: 'reimbursement.clock.you',
    since: infoRequest?.askedAt ?? null,
  }),
  decided: ({ decidedAt }) => ({ text: 'reimbursement.clock.appeal', since: decidedAt }),
  appealed: ({ appealedAt }) => ({ text: 'reimbursement.clock.decision', since: appealedAt }),
}
const isRunning = (status: ReimbursementRecord['status']): status is Running => Object.hasOwn(RUNNING, status)

/** Who has to act, by when, and what happens otherwise; nothing once nothing is due. */
export const ClockCard = ({ claim }: Readonly<{ claim: ReimbursementRecord }>) => {
  const t = useText()
  const isHost = useSession()?.account != null
  const { status, dueAt, otherwise, awaiting, reviewerId } = claim
  if (status === 'guest_accepted')
    return (
      <Card title={t('reimbursement.clock.guest_accepted')}>
        <p className={styles['part']}>{t('reimbursement.clock.charging')}</p>
      </Card>
    )
  if (!isRunning(status) || dueAt === null) return null
  return (
    <DueCard
      title={t(`reimbursement.clock.${status}`)}
      dueAt={dueAt}
      {...RUNNING[status](claim)}
      otherwise={otherwise === null ? undefined : t(`reimbursement.otherwise.${otherwise}`)}
      urgent={awaiting === (isHost ? 'host' : 'staff')}
    >
      {isHost && awaiting === 'staff' && (
        <p className={`small q ${styles['part']}`}>
          {t(reviewerId === null ? 'reimbursement.clock.unassigned' : 'reimbursement.clock.reviewer')}
        </p>
      )}
    </DueCard>
  )
}
