import { z } from 'zod'
import { zText } from '@hearth/contracts/kernel/text'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { SubmitButton } from '../../components/form/SubmitButton.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { forgetKept, useKeptForm } from '../../components/form/useKeptForm.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import { AddEvidence } from '../evidence/AddEvidence.tsx'
import styles from './Claim.module.css'

const MAX_ANSWER = 2_000
const schema = z.strictObject({ answers: z.array(zText(1, MAX_ANSWER)) })
type InfoRequest = NonNullable<ReimbursementRecord['infoRequest']>

const AnswerForm = ({ claim, info }: Readonly<{ claim: ReimbursementRecord; info: InfoRequest }>) => {
  const t = useText()
  const saved = useSaved()
  const kept = `reimbursement/${claim.id}/answers/${info.askedAt}`
  const command = useCommand({
    resource: 'reimbursements',
    verb: 'provide-info',
    onSuccess: () => {
      forgetKept(kept)
      saved(t('reimbursement.info.sent'))
    },
  })
  const form = useCommandForm({
    schema,
    values: { answers: info.questions.map(() => '') },
    command,
    send: (body) => command.run({ record: claim, body }),
    mode: 'onSubmit',
  })
  useKeptForm(kept, form)
  return (
    <CommandForm form={form} className={`${styles['part']} ${styles['form']}`}>
      <p className="small q">{t('reimbursement.info.text')}</p>
      {info.questions.map((question, index) => (
        <TextField
          key={question}
          control={form.control}
          name={`answers.${index}`}
          rows={2}
          label={question}
          input={{ maxLength: MAX_ANSWER }}
        />
      ))}
      <AddEvidence itemId={null} item="" kinds={['photo_after', 'video', 'receipt', 'other']} />
      <ProblemText error={form.error} />
      {!form.body && <p className="small q">{t('reimbursement.info.missing')}</p>}
      <SubmitButton form={form}>{t('reimbursement.info.send')}</SubmitButton>
    </CommandForm>
  )
}

/** What Hearth asked, with the host's answers or the form for them. */
export const InfoCard = ({ claim }: Readonly<{ claim: ReimbursementRecord }>) => {
  const t = useText()
  const mayAnswer = useCan('reimbursement.write')
  const { infoRequest, status } = claim
  if (infoRequest === null) return null
  if (status === 'info_requested' && mayAnswer)
    return (
      <Card title={t('reimbursement.info.title')}>
        <AnswerForm key={infoRequest.askedAt} claim={claim} info={infoRequest} />
      </Card>
    )
  return (
    <Card title={t('reimbursement.info.yourAnswers')}>
      <dl className={styles['questions']}>
        {infoRequest.questions.map((question, index) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{infoRequest.answers?.[index] ?? t('reimbursement.info.noAnswer')}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
