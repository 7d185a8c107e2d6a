import { z } from 'zod'
import { zTaxEntity, type TaxAnswers } from '@hearth/contracts/tax-profile'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { CommandForm } from '../components/form/CommandForm.tsx'
import { RadioField } from '../components/form/fields/RadioField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { useText, type Text } from '../i18n/text.ts'
import { QuestionButtons } from './QuestionButtons.tsx'
import { useTaxCommand } from './useTaxProfile.ts'

export type Move = Readonly<{
  answers: TaxAnswers
  onNext: () => void
  onBack: (() => void) | undefined
}>
type Question = 'entity' | 'us_person' | 'us_return'

const schema = z.strictObject({ choice: z.string().min(1) })
const fromYes = (answer: boolean | null) => (answer === null ? '' : answer ? 'yes' : 'no')

const QUESTIONS: Readonly<
  Record<
    Question,
    Readonly<{
      options: (t: Text) => readonly Readonly<{ value: string; label: string; text: string }>[]
      read: (answers: TaxAnswers) => string
      write: (choice: string) => Partial<TaxAnswers>
    }>
  >
> = {
  entity: {
    options: (t) =>
      zTaxEntity.options.map((value) => ({
        value,
        label: t(`taxProfile.entity.${value}.label`),
        text: t(`taxProfile.entity.${value}.text`),
      })),
    read: ({ entity }) => entity ?? '',
    write: (choice) => ({ entity: zTaxEntity.parse(choice) }),
  },
  us_person: {
    options: (t) =>
      (['yes', 'no'] as const).map((value) => ({
        value,
        label: t(`taxProfile.usPerson.${value}.label`),
        text: t(`taxProfile.usPerson.${value}.text`),
      })),
    read: ({ usPerson }) => fromYes(usPerson),
    write: (choice) => ({ usPerson: choice === 'yes' }),
  },
  us_return: {
    options: (t) =>
      (['yes', 'no'] as const).map((value) => ({
        value,
        label: t(`taxProfile.usReturn.${value}.label`),
        text: t(`taxProfile.usReturn.${value}.text`),
      })),
    read: ({ filesUsReturn }) => fromYes(filesUsReturn),
    write: (choice) => ({ filesUsReturn: choice === 'yes' }),
  },
}

/** A question with a few answers. */
export const ChoiceQuestion = ({ question, answers, onNext, onBack }: Move & { question: Question }) => {
  const t = useText()
  const { options, read, write } = QUESTIONS[question]
  const save = useTaxCommand('save-answers', { onSuccess: onNext })
  const form = useCommandForm({
    schema,
    values: { choice: read(answers) },
    command: save,
    send: ({ choice }) =>
      choice === read(answers) ? onNext() : save.run({ ...answers, ...write(choice), person: {} }),
  })
  return (
    <CommandForm form={form} label={t(`taxProfile.ask.${question}`)}>
      <h2>{t(`taxProfile.ask.${question}`)}</h2>
      <RadioField
        untitled
        control={form.control}
        name="choice"
        label={t(`taxProfile.ask.${question}`)}
        options={options(t)}
      />
      <ProblemText error={form.error} />
      <QuestionButtons form={form} onBack={onBack}>
        {t('taxProfile.next')}
      </QuestionButtons>
    </CommandForm>
  )
}
