import { useState } from 'react'
import { Button } from '@mui/material'
import { z } from 'zod'
import { zText } from '@hearth/contracts/kernel/text'
import { MAX_QUESTIONS } from '@hearth/contracts/reimbursement'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'

const MAX_QUESTION = 500
const HOURS_OF_DAY = 24
/** An empty question is left out. */
const schema = z.strictObject({
  questions: z
    .array(zText(3, MAX_QUESTION).nullable())
    .refine((questions) => questions.some((question) => question !== null)),
})

/** Asks the host for what is missing; the time to decide stands still until they answer. */
const AskDialog = ({ claim, onClose }: Readonly<{ claim: ReimbursementRecord; onClose: () => void }>) => {
  const t = useText()
  const saved = useSaved()
  const [shown, setShown] = useState(1)
  const command = useCommand({
    resource: 'reimbursements',
    verb: 'request-info',
    onSuccess: () => {
      onClose()
      saved(t('reimbursement.review.asked', { days: claim.terms.infoHours / HOURS_OF_DAY }))
    },
  })
  const values: z.input<typeof schema> = { questions: Array.from({ length: MAX_QUESTIONS }, () => null) }
  const form = useCommandForm({
    schema,
    values,
    command,
    send: ({ questions }) =>
      command.run({ record: claim, body: { questions: questions.filter((one) => one !== null) } }),
    mode: 'onSubmit',
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('reimbursement.review.askTitle')}
      submit={t('reimbursement.review.askSend')}
      close={t('reimbursement.create.back')}
      missing={form.body ? undefined : t('reimbursement.review.askMissing')}
      onClose={onClose}
    >
      <p className="small q">{t('reimbursement.review.askText')}</p>
      {Array.from({ length: shown }, (_, index) => (
        <TextField
          key={index}
          control={form.control}
          name={`questions.${index}`}
          optional
          rows={2}
          label={t('reimbursement.review.question', { number: index + 1 })}
          input={{ maxLength: MAX_QUESTION }}
        />
      ))}
      {shown < MAX_QUESTIONS && (
        <div>
          <Button size="small" variant="text" onClick={() => setShown((now) => now + 1)}>
            <Icon name="plus" size={16} />
            {t('reimbursement.review.addQuestion')}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
export default AskDialog
