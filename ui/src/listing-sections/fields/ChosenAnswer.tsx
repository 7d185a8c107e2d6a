import { Select } from '@mui/material'
import { SHORT_WEEKDAYS } from '@hearth/contracts/kernel/calendarNames'
import { useText } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import type { AnswerOf } from './answerProps.ts'
import { MultipleChoice, SingleChoice } from './Choices.tsx'
import { findHelp, findLabel, findOptionText, findText } from './words.ts'

type Shared = Readonly<{ help: string | undefined; error: string | undefined }>

const SelectAnswer = ({
  spec,
  section,
  words,
  value,
  onChange,
  help,
  error,
}: AnswerOf<'select'> & Shared) => {
  const t = useText()
  return (
    <div style={{ maxWidth: 320 }}>
      <Field label={findLabel(t, section, words)} help={help} error={error}>
        {({ error: wrong, ...field }) => (
          <Select
            native
            error={wrong}
            value={typeof value === 'string' ? value : ''}
            onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
            inputProps={field}
          >
            <option value="">{t('onboarding.choose')}</option>
            {spec.options.map((one) => (
              <option key={one} value={one}>
                {findOptionText(t, section, words, one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

const SeveralAnswer = ({
  spec,
  section,
  words,
  value,
  onChange,
  help,
  error,
}: AnswerOf<'several'> & Shared) => {
  const t = useText()
  const read = (one: string) => (spec.days ? Number(one) : one)
  return (
    <MultipleChoice
      legend={findLabel(t, section, words)}
      help={help}
      error={error}
      options={spec.options.map((one) => ({
        value: String(one),
        text: spec.days
          ? (SHORT_WEEKDAYS[Number(one)] ?? '')
          : findOptionText(t, section, words, String(one)),
      }))}
      value={Array.isArray(value) ? value.map(String) : null}
      onChange={(next) => onChange(next?.map(read) ?? null)}
      none={spec.none ? findText(t, 'fields', section, ...words, 'none') : undefined}
    />
  )
}

/** An answer that is chosen from options. */
export const ChosenAnswer = (props: AnswerOf<'choice' | 'yesNo' | 'select' | 'several'>) => {
  const t = useText()
  const { section, spec, words, at, value, errors, onChange } = props
  const legend = findLabel(t, section, words)
  const shared = { help: findHelp(t, section, words), error: errors[at] }
  switch (spec.kind) {
    case 'choice':
      return (
        <SingleChoice
          legend={legend}
          {...shared}
          options={spec.options.map((one) => ({
            value: String(one),
            text: findOptionText(t, section, words, String(one)),
            detail: findText(t, 'fields', section, ...words, 'details', String(one)),
          }))}
          value={value}
          onChange={onChange}
        />
      )
    case 'yesNo':
      return (
        <SingleChoice
          legend={legend}
          {...shared}
          options={[
            { value: 'yes', text: t('onboarding.yes') },
            { value: 'no', text: t('onboarding.no') },
          ]}
          value={value === true ? 'yes' : value === false ? 'no' : null}
          onChange={(one) => onChange(one === 'yes')}
        />
      )
    case 'select':
      return <SelectAnswer {...props} spec={spec} {...shared} />
    case 'several':
      return <SeveralAnswer {...props} spec={spec} {...shared} />
  }
}
