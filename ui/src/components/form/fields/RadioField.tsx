import type { FieldValues } from 'react-hook-form'
import styles from './choices.module.css'
import type { Option } from './SelectField.tsx'
import { useField, type FieldOf } from './useField.ts'

type Props<Values extends FieldValues, Body> = FieldOf<Values, Body, string> & {
  options: readonly (Option & Readonly<{ text?: string; disabled?: boolean }>)[]
  /** The legend is read aloud only: a heading above says the same. */
  untitled?: boolean
  /** Beside each other where there is room. */
  inline?: boolean
  /** Another look than the kit's. */
  className?: string | undefined
}

/** One of a few, each with what it means. */
export const RadioField = <Values extends FieldValues, Body>({
  options,
  untitled = false,
  inline = false,
  className = styles[inline ? 'inline' : 'choices'],
  ...props
}: Props<Values, Body>) => {
  const { value, onChange, onBlur, name } = useField(props)
  return (
    <fieldset className={className}>
      <legend className={untitled ? 'sr' : undefined}>{props.label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            disabled={option.disabled ?? false}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
          />
          <span>
            {option.label}
            {option.text !== undefined && <small>{option.text}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
