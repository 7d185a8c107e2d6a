import {
  useController,
  type Control,
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form'
import { useText, type Text } from '../../../i18n/text.ts'

/** What every field of a `useCommandForm` takes. `Value`: what it can hold; other names do not compile. */
export type FieldOf<Values extends FieldValues, Body, Value> = Readonly<{
  control: Control<Values, unknown, Body>
  name: FieldPathByValue<Values, Value>
  label: string
  help?: string | undefined
  /** What is wrong when the schema refuses the value, and what to do. */
  wrong?: string | undefined
  /** Fields whose check depends on this one. */
  rechecks?: FieldPath<Values>[]
}>

type Fault = Readonly<{ type?: string | undefined; message?: string | undefined }>

/** A reason of the contract begins with a verb (`must be …`), one of the server may be a sentence. */
const describeFault = ({ type, message = '' }: Fault, label: string, wrong: string | undefined, t: Text) => {
  const isReason = type === 'server' || message.startsWith('must ')
  if (!isReason || (type !== 'server' && wrong !== undefined)) return wrong ?? t('edit.wrong')
  return /^\p{Ll}/u.test(message) ? t('edit.refused', { field: label, detail: message }) : message
}

/** Ties one field to its form: its value, and why it is wrong in words. */
export const useField = <Values extends FieldValues, Body, Value>({
  control,
  name,
  label,
  wrong,
  rechecks = [],
}: FieldOf<Values, Body, Value>) => {
  const t = useText()
  const { field, fieldState } = useController({ control, name, rules: { deps: rechecks } })
  const fault = fieldState.error
  return { ...field, error: fault && describeFault(fault, label, wrong, t) }
}
