import { useId, type ReactNode } from 'react'
import { useText } from '../../i18n/text.ts'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import styles from './Form.module.css'
import { ReadLine } from './ReadLine.tsx'
import { useReadOnlyAnswers } from './readOnlyAnswers.ts'

type SetProps = {
  legend: ReactNode
  help?: ReactNode
  error: string | undefined
  children: ReactNode
  className?: string | undefined
}

/** Several controls that answer one question. */
export const QuestionSet = ({ legend, help, error, children, className }: SetProps) => {
  const id = useId()
  const note = error ?? help
  return (
    <fieldset className={styles['set']} aria-describedby={note === undefined ? undefined : id}>
      <legend>{legend}</legend>
      <div className={className ?? styles['options']}>{children}</div>
      {note !== undefined && (
        <p
          id={id}
          role={error === undefined ? undefined : 'alert'}
          className={error === undefined ? styles['help'] : styles['error']}
        >
          {note}
        </p>
      )}
    </fieldset>
  )
}

export type ChoiceOption = Readonly<{ value: string; text: string; detail?: string | undefined }>

/** One of a few options, as chips. */
export const SingleChoice = ({
  legend,
  help,
  error,
  options,
  value,
  onChange,
}: Omit<SetProps, 'children'> & {
  options: readonly ChoiceOption[]
  value: unknown
  onChange: (value: string) => void
}) => {
  const t = useText()
  const name = useId()
  if (useReadOnlyAnswers())
    return (
      <ReadLine label={legend}>
        {options.find((option) => option.value === value)?.text ?? t('onboarding.noAnswer')}
      </ReadLine>
    )
  return (
    <QuestionSet legend={legend} help={help} error={error}>
      {options.map((option) => (
        <label key={option.value} className={styles['option']}>
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.text}
            {option.detail !== undefined && <small>{option.detail}</small>}
          </span>
        </label>
      ))}
    </QuestionSet>
  )
}

/** Any of a few options, as checkboxes. */
export const MultipleChoice = ({
  legend,
  help,
  error,
  options,
  value,
  onChange,
  none,
}: Omit<SetProps, 'children'> & {
  options: readonly ChoiceOption[]
  value: readonly string[] | null
  onChange: (value: readonly string[] | null) => void
  /** The words for "none of them", where that is an answer. */
  none?: string | undefined
}) => {
  const toggle = (one: string) => {
    const next = value?.includes(one)
      ? value.filter((other) => other !== one)
      : options.map((option) => option.value).filter((other) => other === one || value?.includes(other))
    onChange(next.length === 0 ? null : next)
  }
  return (
    <QuestionSet legend={legend} help={help} error={error}>
      {options.map((option) => (
        <label key={option.value} className={styles['option']}>
          <Checkbox
            label={option.text}
            checked={value?.includes(option.value) ?? false}
            onChange={() => toggle(option.value)}
          />
          <span aria-hidden>{option.text}</span>
        </label>
      ))}
      {none !== undefined && (
        <label className={styles['option']}>
          <Checkbox
            label={none}
            checked={value !== null && value.length === 0}
            onChange={() => onChange(value !== null && value.length === 0 ? null : [])}
          />
          <span aria-hidden>{none}</span>
        </label>
      )}
    </QuestionSet>
  )
}

/** A statement that is confirmed with a checkbox. */
export const Confirm = ({
  label,
  help,
  error,
  value,
  onChange,
}: {
  label: string
  help?: ReactNode
  error: string | undefined
  value: unknown
  onChange: (value: true | null) => void
}) => {
  const t = useText()
  const id = useId()
  const note = error ?? help
  if (useReadOnlyAnswers())
    return <ReadLine label={label}>{t(value === true ? 'onboarding.yes' : 'onboarding.no')}</ReadLine>
  return (
    <div>
      <label className={styles['confirm']}>
        <Checkbox
          label={label}
          describedBy={note === undefined ? undefined : id}
          checked={value === true}
          onChange={() => onChange(value === true ? null : true)}
        />
        <span aria-hidden>{label}</span>
      </label>
      {note !== undefined && (
        <p
          id={id}
          role={error === undefined ? undefined : 'alert'}
          className={error === undefined ? styles['help'] : styles['error']}
        >
          {note}
        </p>
      )}
    </div>
  )
}
