import type { ReactNode, Ref } from 'react'
import { InputAdornment, OutlinedInput } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import type { LocalDate } from '../dates/localDate.ts'
import { Icon } from '../display/icons.tsx'
import { Field } from '../form/Field.tsx'
import styles from './DateFields.module.css'
import { dateHint, useTypedDate } from './useTypedDate.ts'

export type TypedDateProps = Readonly<{
  label: ReactNode
  /** A date, '', or a text that isn't a date, which the form refuses. */
  value: string
  onChange: (value: string) => void
  help?: ReactNode
  error?: string | undefined
  min?: LocalDate | undefined
  max?: LocalDate | undefined
  disabled?: boolean | undefined
  required?: boolean | undefined
  name?: string
  inputRef?: Ref<HTMLInputElement>
  onBlur?: () => void
}>

/** A date that is typed in the person's format, with a button that opens the calendar. */
export const TypedDateField = ({
  label,
  help,
  error,
  disabled = false,
  required,
  onOpen,
  onBlur,
  name,
  inputRef,
  ...props
}: TypedDateProps & { onOpen: (anchor: HTMLElement) => void }) => {
  const t = useText()
  const { text, typing, problem, change, leave } = useTypedDate(props)
  return (
    <Field label={label} help={help} error={typing ? undefined : (problem ?? error)}>
      {({ error: wrong, ...field }) => (
        <OutlinedInput
          {...(name !== undefined && { name })}
          {...(inputRef !== undefined && { inputRef })}
          error={wrong}
          value={text}
          disabled={disabled}
          placeholder={dateHint()}
          onChange={({ target }) => change(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && leave()}
          onBlur={() => {
            leave()
            onBlur?.()
          }}
          inputProps={{ ...field, required, autoComplete: 'off', maxLength: 40, 'aria-invalid': wrong }}
          endAdornment={
            !disabled && (
              <InputAdornment position="end">
                <button
                  type="button"
                  className={styles['open']}
                  aria-label={t('dates.open')}
                  aria-haspopup="dialog"
                  aria-describedby={field.id}
                  onClick={({ currentTarget }) => onOpen(currentTarget)}
                >
                  <Icon name="calendar" size={18} />
                </button>
              </InputAdornment>
            )
          }
        />
      )}
    </Field>
  )
}
