import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { Card } from '../../components/layout/Card.tsx'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import styles from './Claim.module.css'

/** What the guest answered, and to which items; nothing where no guest is asked. */
export const AnswerCard = ({ claim }: Readonly<{ claim: ReimbursementRecord }>) => {
  const t = useText()
  const { guestBy, guestAnswer, guestName, items } = claim
  if (guestBy === null) return null
  const name = guestName ?? t('reimbursement.guest')
  const nameItems = (agreed: boolean) =>
    (items ?? [])
      .filter(({ itemId }) => (guestAnswer?.itemIds ?? []).includes(itemId) === agreed)
      .map(({ description }) => description)
      .join(', ')
  const [agreed, declined] = [nameItems(true), nameItems(false)]
  return (
    <Card title={t('reimbursement.answer.title', { name })}>
      <div className={styles['part']}>
        {guestAnswer === null ? (
          <p className="q">{t('reimbursement.answer.waiting', { name })}</p>
        ) : guestAnswer.answer === 'none' ? (
          <p className="q">{t('reimbursement.answer.none', { name })}</p>
        ) : (
          <>
            <p className="num small q">{formatReaderInstant(guestAnswer.at)}</p>
            {guestAnswer.text !== null && <blockquote>“{guestAnswer.text}”</blockquote>}
            {agreed === '' ? (
              <p className="small q">{t('reimbursement.answer.declinedAll')}</p>
            ) : declined === '' ? (
              <p className="small q">{t('reimbursement.answer.agreedAll')}</p>
            ) : (
              <>
                <p className="small q">{t('reimbursement.answer.agreed', { items: agreed })}</p>
                <p className="small q">{t('reimbursement.answer.declined', { items: declined })}</p>
              </>
            )}
          </>
        )}
      </div>
    </Card>
  )
}
