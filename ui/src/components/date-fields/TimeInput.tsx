import { useState, type ReactNode, type Ref } from 'react'
import { OutlinedInput } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { formatTime, parseTime } from '../dates/timeOfDay.ts'
import { Field } from '../form/Field.tsx'

type Props = Readonly<{
  label: ReactNode
  /** `15:00`, '', or a text that isn't a time, which the form refuses. */
  value: string
  onChange: (value: string) => void
  help?: ReactNode
  error?: string | undefined
  name?: string
  inputRef?: Ref<HTMLInputElement>
  onBlur?: () => void
}>

/** A time on the person's clock: 15:00, or 3:00 PM. Both can be typed. */
export const TimeInput = ({ label, value, onChange, help, error, name, inputRef, onBlur }: Props) => {
  const t = useText()
  const [typed, setTyped] = useState<Readonly<{ text: string; value: string }> | null>(null)
  const isOwn = typed !== null && typed.value === value
  const time = parseTime(value)
  const wrongTime = !isOwn && value !== '' && time === undefined
  const change = (text: string) => {
    const answer = text.trim() === '' ? '' : (parseTime(text) ?? text)
    setTyped({ text, value: answer })
    onChange(answer)
  }
  const problem = wrongTime ? t('dates.refused.time', { example: formatTime('15:00') }) : error
  return (
    <Field label={label} help={help} error={isOwn ? undefined : problem}>
      {({ error: wrong, ...field }) => (
        <OutlinedInput
          {...(name !== undefined && { name })}
          {...(inputRef !== undefined && { inputRef })}
          error={wrong}
          value={isOwn ? typed.text : time === undefined ? value : formatTime(time)}
          placeholder={formatTime('15:00')}
          onChange={({ target }) => change(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && setTyped(null)}
          onBlur={() => {
            setTyped(null)
            onBlur?.()
          }}
          inputProps={{ ...field, autoComplete: 'off', maxLength: 20, 'aria-invalid': wrong }}
        />
      )}
    </Field>
  )
}
