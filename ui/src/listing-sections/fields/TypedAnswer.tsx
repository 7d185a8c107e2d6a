import type { ComponentProps } from 'react'
import { InputAdornment } from '@mui/material'
import type { Currency } from '@hearth/contracts/kernel/money'
import { useText, type Text } from '../../i18n/text.ts'
import { DateInput } from '../../components/date-fields/DateInput.tsx'
import { TimeInput } from '../../components/date-fields/TimeInput.tsx'
import { formatAmount, parseAmount } from '../../components/form/amountInput.ts'
import type { AnswerOf } from './answerProps.ts'
import { TypedInput } from './TypedInput.tsx'
import { findHelp, findLabel, findUnit } from './words.ts'

type InputKind = 'line' | 'text' | 'phone' | 'number' | 'amount'
type DateKind = 'date' | 'time'
type InputProps = Partial<ComponentProps<typeof TypedInput>>

const parseNumber = (text: string): unknown =>
  /^-?\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : text

const unit = (text: string | undefined) =>
  text === undefined ? undefined : (
    <InputAdornment position="end">
      <span className="c small">{text}</span>
    </InputAdornment>
  )

const amountInput = (currency: Currency): InputProps => ({
  format: (minor) => (typeof minor === 'number' ? formatAmount(minor, currency) : String(minor ?? '')),
  parse: (text) => parseAmount(text, currency) ?? text,
  inputProps: { inputMode: 'decimal', maxLength: 12 },
  endAdornment: unit(currency),
})

/** What distinguishes the input of a kind, and how wide it is at most. */
const chooseInput = (
  t: Text,
  { spec, section, words, currency }: AnswerOf<InputKind>,
): InputProps & { maxWidth?: number } => {
  switch (spec.kind) {
    case 'line':
      return {
        inputProps: {
          maxLength: spec.max,
          ...(spec.autoComplete === undefined ? {} : { autoComplete: spec.autoComplete }),
        },
      }
    case 'text':
      return { rows: 3, inputProps: { maxLength: spec.max } }
    case 'phone':
      return {
        type: 'tel',
        parse: (text) => text.replace(/[\s().-]/g, ''),
        inputProps: { maxLength: 30, autoComplete: 'tel' },
      }
    case 'number':
      return {
        maxWidth: 220,
        parse: parseNumber,
        inputProps: { inputMode: 'decimal', maxLength: 8 },
        endAdornment: unit(findUnit(t, section, words)),
      }
    case 'amount':
      return { maxWidth: 220, ...amountInput(currency) }
  }
}

/** A date or a time; a text that is neither is passed on unchanged, so that validation reports it. */
export const DateAnswer = ({ spec, section, words, at, value, errors, onChange }: AnswerOf<DateKind>) => {
  const t = useText()
  const Input = spec.kind === 'date' ? DateInput : TimeInput
  return (
    <div style={{ maxWidth: spec.kind === 'date' ? 220 : 160 }}>
      <Input
        label={findLabel(t, section, words)}
        help={findHelp(t, section, words)}
        error={errors[at]}
        value={typeof value === 'string' ? value : ''}
        onChange={(text) => onChange(text === '' ? null : text)}
      />
    </div>
  )
}

/** An answer that is typed. */
export const TypedAnswer = (props: AnswerOf<InputKind>) => {
  const t = useText()
  const { section, words, at, value, errors, onChange } = props
  const { maxWidth, ...rest } = chooseInput(t, props)
  const input = (
    <TypedInput
      label={findLabel(t, section, words)}
      help={findHelp(t, section, words)}
      error={errors[at]}
      value={value}
      parse={(text) => text}
      onChange={onChange}
      {...rest}
    />
  )
  return maxWidth === undefined ? input : <div style={{ maxWidth }}>{input}</div>
}
