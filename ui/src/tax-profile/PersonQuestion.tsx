import { z } from 'zod'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { CommandForm } from '../components/form/CommandForm.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { useText } from '../i18n/text.ts'
import type { Move } from './ChoiceQuestion.tsx'
import { PersonFields, readPerson, zAddressed } from './PersonFields.tsx'
import { QuestionButtons } from './QuestionButtons.tsx'
import { useAccountIdentity, useTaxCommand } from './useTaxProfile.ts'

const schema = z.strictObject({ person: zAddressed })

/** Name and address as on tax documents. */
export const PersonQuestion = ({ answers, onNext, onBack }: Move) => {
  const t = useText()
  const identity = useAccountIdentity()
  const save = useTaxCommand('save-answers', { onSuccess: onNext })
  const form = useCommandForm({
    schema,
    values: { person: readPerson(answers, identity) },
    command: save,
    send: ({ person }) => save.run({ ...answers, person }),
    mode: 'onSubmit',
  })
  return (
    <CommandForm form={form} label={t('taxProfile.ask.person')}>
      <h2>{t('taxProfile.ask.person')}</h2>
      <PersonFields form={form} />
      <ProblemText error={form.error} />
      <QuestionButtons form={{ body: {}, pending: form.pending }} onBack={onBack}>
        {t('taxProfile.next')}
      </QuestionButtons>
    </CommandForm>
  )
}
