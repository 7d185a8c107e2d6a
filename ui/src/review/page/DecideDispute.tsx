import { Link } from 'react-router-dom'
import { fileUrl } from '@hearth/contracts/file'
import { review as reviews, type Evidence } from '@hearth/contracts/review'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { SubmitButton } from '../../components/form/SubmitButton.tsx'
import { RadioField } from '../../components/form/fields/RadioField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { Review } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useGuest } from '../useGuest.ts'
import styles from './ReviewPage.module.css'

const ROWS = 4
const { schema } = reviews.commands.DecideDispute

const EvidenceLine = ({ evidence, guest }: { evidence: Evidence; guest: string }) => {
  const t = useText()
  switch (evidence.kind) {
    case 'file':
      return (
        <a className="link" href={fileUrl(evidence.fileId, 'full')} target="_blank" rel="noreferrer">
          {t('reviews.decide.file')}
        </a>
      )
    case 'claim':
      return (
        <Link className="link" to={to.reimbursement(evidence.claimId)}>
          {t('reviews.decide.claim')}
        </Link>
      )
    case 'incident':
      return (
        <Link className="link" to={to.incident(evidence.incidentId)}>
          {t('reviews.decide.incident')}
        </Link>
      )
    default:
      return <>{t(`reviews.decide.${evidence.kind}`, { guest })}</>
  }
}

/** What the host says against the review, and the decision of staff. */
export const DecideDispute = ({ review }: { review: Review }) => {
  const t = useText()
  const saved = useSaved()
  const guest = useGuest(review).first
  const command = useCommand({
    resource: 'reviews',
    verb: 'decide-dispute',
    ifMatch: true,
    onSuccess: () => saved(t('reviews.decide.sent')),
  })
  const form = useCommandForm({
    schema,
    values: { decision: 'uphold', reason: '' },
    command,
    send: (body) => command.run({ record: review, body }),
  })
  const { dispute } = review
  if (dispute === null) return null
  return (
    <Card title={t('reviews.decide.title')}>
      <div className={styles['part']}>
        <p className="strong">{t(`reviews.dispute.ground.${dispute.ground}`)}</p>
        {dispute.explanation !== '' && <p>{t('reviews.words.quote', { text: dispute.explanation })}</p>}
        <p className="small q">{t('reviews.decide.evidence')}</p>
        <ul>
          {dispute.evidence.map((evidence, index) => (
            <li key={`${evidence.kind}-${index}`}>
              <EvidenceLine evidence={evidence} guest={guest} />
            </li>
          ))}
        </ul>
      </div>
      <CommandForm form={form} label={t('reviews.decide.title')}>
        <div className={styles['form']}>
          <RadioField
            control={form.control}
            name="decision"
            label={t('reviews.decide.choice')}
            options={[
              { value: 'uphold', label: t('reviews.decide.uphold') },
              { value: 'remove', label: t('reviews.decide.remove') },
            ]}
          />
          <TextField
            control={form.control}
            name="reason"
            rows={ROWS}
            label={t('reviews.decide.reason')}
            help={t('reviews.decide.reasonHelp')}
          />
          <ProblemText error={form.error} />
          <SubmitButton form={form}>{t('reviews.decide.send')}</SubmitButton>
        </div>
      </CommandForm>
    </Card>
  )
}
