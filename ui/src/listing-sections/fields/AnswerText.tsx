import { formatDay } from '../../components/dates/localDate.ts'
import { useText } from '../../i18n/text.ts'
import type { AnswerProps } from './answerProps.ts'
import { ReadLine } from './ReadLine.tsx'
import { formatAnswer } from './valueText.ts'
import { findLabel, findUnit } from './words.ts'

/** Files and lists of parts keep their own view: they are more than a line of text. */
const PARTS: readonly AnswerProps['spec']['kind'][] = ['file', 'list']
export const isLineOfText = ({ kind }: AnswerProps['spec']): boolean => !PARTS.includes(kind)

/** A question and its answer as text. */
export const AnswerText = ({
  section,
  spec,
  words,
  value,
  currency,
}: Omit<AnswerProps, 'errors' | 'onChange'>) => {
  const t = useText()
  const text =
    spec.kind === 'date' && typeof value === 'string' && value !== ''
      ? formatDay(value)
      : formatAnswer(t, section, words, value, currency)
  const unit = typeof value === 'number' && spec.kind !== 'amount' ? findUnit(t, section, words) : undefined
  return (
    <ReadLine label={findLabel(t, section, words)}>{unit === undefined ? text : `${text} ${unit}`}</ReadLine>
  )
}
