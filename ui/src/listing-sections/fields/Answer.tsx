import { useText } from '../../i18n/text.ts'
import type { AnswerProps } from './answerProps.ts'
import { Confirm } from './Choices.tsx'
import { ChosenAnswer } from './ChosenAnswer.tsx'
import { FileAnswer } from './FileAnswer.tsx'
import { LanguagesAnswer } from './LanguagesAnswer.tsx'
import { GroupAnswer, ListAnswer } from './nestedAnswers.tsx'
import { DateAnswer, TypedAnswer } from './TypedAnswer.tsx'
import { findHelp, findLabel } from './words.ts'

/** The control of one question. */
export const Answer = (props: AnswerProps) => {
  const t = useText()
  const { section, spec, words, at, value, errors, onChange, listingId } = props
  const shared = {
    label: findLabel(t, section, words),
    help: findHelp(t, section, words),
    error: errors[at],
    value,
    onChange,
  }
  switch (spec.kind) {
    case 'line':
    case 'text':
    case 'phone':
    case 'number':
    case 'amount':
      return <TypedAnswer {...props} spec={spec} />
    case 'date':
    case 'time':
      return <DateAnswer {...props} spec={spec} />
    case 'choice':
    case 'yesNo':
    case 'select':
    case 'several':
      return <ChosenAnswer {...props} spec={spec} />
    case 'confirm':
      return <Confirm {...shared} />
    case 'languages':
      return <LanguagesAnswer {...shared} />
    case 'file':
      return <FileAnswer {...shared} listingId={listingId} />
    case 'group':
      return <GroupAnswer {...props} spec={spec} Inner={Answer} />
    case 'list':
      return <ListAnswer {...props} spec={spec} Inner={Answer} />
  }
}
