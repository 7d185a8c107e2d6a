import type { FieldValues } from 'react-hook-form'
import { Checkbox } from '../Checkbox.tsx'
import styles from './choices.module.css'
import { useField, type FieldOf } from './useField.ts'

/** Yes or no. */
export const CheckboxField = <Values extends FieldValues, Body>(
  props: FieldOf<Values, Body, boolean | undefined>,
) => {
  const { value, onChange } = useField(props)
  const checked = Boolean(value)
  return (
    <label className={styles['check']}>
      <Checkbox label={props.label} checked={checked} onChange={() => onChange(!checked)} />
      <span aria-hidden>{props.label}</span>
    </label>
  )
}
