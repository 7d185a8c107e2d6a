import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { CURRENCY_EXPONENT, type Currency } from '@hearth/contracts/kernel/money'
import { formatScaled, parseScaled } from '../amountInput.ts'
import { NumberInput } from '../NumberInput.tsx'
import { useField, type FieldOf } from './useField.ts'

type NumberOf<Values extends FieldValues, Body> = FieldOf<Values, Body, number | null | undefined> & {
  /** The field may stay empty: then it is null. */
  optional?: boolean
  /** Shown after the label, such as what an empty field means. */
  note?: string
}
type Props<Values extends FieldValues, Body> = NumberOf<Values, Body> & {
  unit: string
  /** How many decimals can be typed; the value counts the last one. */
  decimals?: number
  /** How the value is shown before it is edited. */
  format?: (value: number, decimals: number) => string
}

/** A number with its unit. What cannot be read is NaN, which no schema accepts. */
export const NumberField = <Values extends FieldValues, Body>({
  unit,
  decimals = 0,
  format = (value) => String(value / 10 ** decimals),
  optional = false,
  note,
  ...props
}: Props<Values, Body>) => {
  const { value, onChange, onBlur, ref, name, error } = useField(props)
  const [typed, setTyped] = useState('')
  const read = (text: string) =>
    optional && text.trim() === '' ? null : (parseScaled(text, decimals) ?? Number.NaN)
  const given = typeof value === 'number' && !Number.isNaN(value) ? format(value, decimals) : ''
  return (
    <NumberInput
      name={name}
      label={props.label}
      help={props.help}
      unit={unit}
      {...(note !== undefined && { empty: note })}
      // As it was typed, until the form itself changes the value.
      value={Object.is(read(typed), value) ? typed : given}
      error={error}
      inputRef={ref}
      onBlur={onBlur}
      onChange={(text) => {
        setTyped(text)
        onChange(read(text))
      }}
    />
  )
}

/** An amount of money; the value is in minor units. */
export const MoneyField = <Values extends FieldValues, Body>({
  currency,
  ...props
}: NumberOf<Values, Body> & { currency: Currency }) => (
  <NumberField {...props} unit={currency} decimals={CURRENCY_EXPONENT[currency]} format={formatScaled} />
)
