import { formatAmount } from '@hearth/contracts/kernel/money'
import { Money } from '../../components/display/Money.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import styles from './Draft.module.css'

const HOURS_OF_DAY = 24

/** What is claimed, the most that it can bring, and what happens after it is sent, by when. */
export const IfSentCard = ({ claim }: Readonly<{ claim: ReimbursementRecord }>) => {
  const t = useText()
  const { claimedMinor, mostMinor, currency, terms, kind, guestName } = claim
  if (claimedMinor === null || mostMinor === null) return null
  const name = guestName ?? t('reimbursement.guest')
  const promises = [
    ...(kind === 'expense'
      ? []
      : [
          {
            when: t('reimbursement.draft.promises.guest', { days: terms.guestHours / HOURS_OF_DAY }),
            what: t('reimbursement.draft.promises.guestText', { name }),
          },
        ]),
    {
      when: t('reimbursement.draft.promises.first', { days: terms.firstActionDays }),
      what: t('reimbursement.draft.promises.firstText'),
    },
    {
      when: t('reimbursement.draft.promises.decision', { days: terms.decisionDays }),
      what: t('reimbursement.draft.promises.decisionText'),
    },
  ]
  return (
    <Card title={t('reimbursement.draft.ifSent')}>
      <dl className={styles['sums']}>
        <div>
          <dt>{t('reimbursement.draft.youClaim')}</dt>
          <dd className="num">{formatAmount(claimedMinor, currency)}</dd>
        </div>
        <div>
          <dt>{t('reimbursement.draft.most')}</dt>
          <dd className="strong">
            <Money amountMinor={mostMinor} currency={currency} />
          </dd>
        </div>
      </dl>
      <ol className={styles['promises']}>
        {promises.map(({ when, what }) => (
          <li key={what}>
            <b>{when}</b>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
