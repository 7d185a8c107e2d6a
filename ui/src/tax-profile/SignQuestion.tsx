import { z } from 'zod'
import {
  chooseForm,
  taxProfile,
  type TaxAnswers,
  type TinType,
  type UsForm,
} from '@hearth/contracts/tax-profile'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { CommandForm } from '../components/form/CommandForm.tsx'
import { CheckboxField } from '../components/form/fields/CheckboxField.tsx'
import { SelectField } from '../components/form/fields/SelectField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { findCountryName, listCountries } from '../i18n/countries.ts'
import { useText } from '../i18n/text.ts'
import type { Move } from './ChoiceQuestion.tsx'
import { QuestionButtons } from './QuestionButtons.tsx'
import { useTaxCommand } from './useTaxProfile.ts'

const schema = taxProfile.commands.SubmitTaxForm.schema
  .pick({ tin: true, signedName: true })
  .extend({ treaty: z.boolean(), perjury: z.boolean().refine(Boolean) })

/** The numbers that a form takes. */
const listTypes = (form: UsForm, entity: TaxAnswers['entity']): readonly TinType[] => {
  const ours = entity === 'company' ? (['EIN'] as const) : (['SSN', 'ITIN', 'EIN'] as const)
  if (form === 'W9') return ours
  const abroad = entity === 'company' ? (['EIN'] as const) : (['ITIN', 'SSN'] as const)
  return form === 'W8ECI' ? abroad : ['foreign', ...abroad]
}

type Props = Move & Readonly<{ onSigned: () => void }>

const Sign = ({ answers, form: usForm, onBack, onSigned }: Props & { form: UsForm }) => {
  const t = useText()
  const submit = useTaxCommand('submit-form', { said: t('taxProfile.signed'), onSuccess: onSigned })
  const { entity, person } = answers
  const types = listTypes(usForm, entity)
  const home = person.country ?? ''
  const form = useCommandForm({
    schema,
    values: {
      tin: { type: types[0] ?? 'foreign', country: types[0] === 'foreign' ? home : 'US', number: '' },
      signedName: '',
      treaty: false,
      perjury: false,
    },
    command: submit,
    mode: 'onSubmit',
    send: ({ tin, signedName, treaty }) =>
      submit.run({
        form: usForm,
        entity,
        person,
        tin,
        treatyCountry: treaty ? home : null,
        signedName,
        perjury: true,
      }),
  })
  const { control, values } = form
  return (
    <CommandForm form={form} label={t('taxProfile.questions.sign')}>
      <h2>{t('taxProfile.ask.sign', { form: t(`taxProfile.us.names.${usForm}`) })}</h2>
      {types.length > 1 && (
        <SelectField
          control={control}
          name="tin.type"
          label={t('taxProfile.field.tinType')}
          options={types.map((value) => ({ value, label: t(`taxProfile.tinType.${value}`) }))}
          onPick={(type) =>
            form.set({
              tin: { ...values.tin, type: type as TinType, country: type === 'foreign' ? home : 'US' },
            })
          }
        />
      )}
      {values.tin.type === 'foreign' && (
        <SelectField
          control={control}
          name="tin.country"
          label={t('taxProfile.field.tinCountry')}
          options={listCountries().map(({ code, name }) => ({ value: code, label: name }))}
        />
      )}
      <TextField
        control={control}
        name="tin.number"
        label={
          values.tin.type === 'foreign'
            ? t('taxProfile.field.tinNumber')
            : t(`taxProfile.tinType.${values.tin.type}`)
        }
        help={t('taxProfile.numberHelp')}
        wrong={t('taxProfile.wrong.number')}
        autoComplete="off"
        input={{ spellCheck: false }}
      />
      {(usForm === 'W8BEN' || usForm === 'W8BENE') && (
        <CheckboxField
          control={control}
          name="treaty"
          label={t('taxProfile.treaty', { country: findCountryName(home) })}
        />
      )}
      <TextField
        control={control}
        name="signedName"
        label={t('taxProfile.field.signedName')}
        wrong={t('taxProfile.wrong.text')}
        autoComplete="name"
      />
      <CheckboxField control={control} name="perjury" label={t('taxProfile.perjury')} />
      {!values.perjury && <p className="small q">{t('taxProfile.perjuryMissing')}</p>}
      <ProblemText error={form.error} />
      <QuestionButtons
        form={{ body: values.perjury ? {} : undefined, pending: form.pending }}
        onBack={onBack}
      >
        {t('taxProfile.sign')}
      </QuestionButtons>
    </CommandForm>
  )
}

/** The number and the signature of the form that follows from the answers. */
export const SignQuestion = (props: Props) => {
  const form = chooseForm(props.answers)
  return form === undefined ? null : <Sign key={form} {...props} form={form} />
}
