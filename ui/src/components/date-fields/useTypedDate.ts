import { useState } from 'react'
import { FIRST_LOCAL_DATE, zLocalDate } from '@hearth/contracts/kernel/dates'
import { useText, type Text } from '../../i18n/text.ts'
import { formatDay, todayIn, type LocalDate } from '../dates/localDate.ts'
import { firstPart, formatTypedDate, isDay, parseTypedDate } from '../dates/typedDate.ts'

export const isDate = (value: string): value is LocalDate => zLocalDate.safeParse(value).success

/** The last day of this year: no part of it can be taken for another. */
const exampleDate = () => formatTypedDate(`${todayIn('UTC').slice(0, 4)}-12-31`)

/** What is typed where, such as `DD/MM/YYYY`. */
export const dateHint = () =>
  formatTypedDate('2026-12-13').replace('2026', 'YYYY').replace('12', 'MM').replace('13', 'DD')

type Bounds = Readonly<{ min?: LocalDate | undefined; max?: LocalDate | undefined }>

/** Why a value is not taken, in a sentence that says what to enter. */
const describeProblem = (
  value: string,
  { min = FIRST_LOCAL_DATE, max }: Bounds,
  t: Text,
): string | undefined => {
  if (value === '') return undefined
  const { date, refused } = parseTypedDate(value)
  if (refused === 'order') return t(`dates.refused.order.${firstPart()}`, { example: exampleDate() })
  if (refused !== undefined) return t(`dates.refused.${refused}`, { example: exampleDate() })
  if (date < min) return t('dates.refused.early', { day: formatDay(min) })
  if (max !== undefined && date > max) return t('dates.refused.late', { day: formatDay(max) })
  return undefined
}

/**
 * The text of a date field, and what is wrong with it once the person has left it. `value` is a date, '', or a
 * text that isn't a date: the form refuses that, so that a wrong date is never sent as an empty one.
 */
export const useTypedDate = ({
  value,
  onChange,
  ...bounds
}: Bounds & { value: string; onChange: (value: string) => void }) => {
  const t = useText()
  const [typed, setTyped] = useState<Readonly<{ text: string; value: string }> | null>(null)
  const isOwn = typed !== null && typed.value === value
  const change = (text: string) => {
    const answer = text.trim() === '' ? '' : (parseTypedDate(text).date ?? text)
    setTyped({ text, value: answer })
    onChange(answer)
  }
  return {
    typing: isOwn,
    text: isOwn ? typed.text : isDay(value) ? formatTypedDate(value) : value,
    problem: isOwn ? undefined : describeProblem(value, bounds, t),
    change,
    leave: () => setTyped(null),
  }
}
