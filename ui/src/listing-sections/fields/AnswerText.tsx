import { createContext, use } from 'react'
import { formatDay } from '../../components/dates/localDate.ts'
import { useText } from '../../i18n/text.ts'
import type { AnswerProps } from './answerProps.ts'
import styles from './AnswerText.module.css'
import { formatAnswer } from './valueText.ts'
import { findLabel, findUnit } from './words.ts'

/** Whether the questions around are shown as text, because the session cannot answer them. */
export const ReadOnlyAnswers = createContext(false)
export const useReadOnlyAnswers = (): boolean => use(ReadOnlyAnswers)

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
    <dl className={styles['answer']}>
      <dt>{findLabel(t, section, words)}</dt>
      <dd className="num">{unit === undefined ? text : `${text} ${unit}`}</dd>
    </dl>
  )
}
