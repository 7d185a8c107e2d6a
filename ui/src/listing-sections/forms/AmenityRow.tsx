import { useId } from 'react'
import type { AmenityCode } from '@hearth/contracts/listing/sections/amenityCatalogue'
import { DateInput } from '../../components/date-fields/DateInput.tsx'
import { useText } from '../../i18n/text.ts'
import type { SectionEditor } from '../saving/useSection.ts'
import styles from './Amenities.module.css'
import { formatAmenity } from './amenityWords.ts'
import { useReadOnlyAnswers } from '../fields/readOnlyAnswers.ts'
import { formatValue } from '../fields/valueText.ts'
import { QuestionFrame } from '../fields/Question.tsx'

type Props = {
  editor: SectionEditor
  code: AmenityCode
  answers: readonly ('yes' | 'no' | 'unsure')[]
  /** The amenities for which "no" asks for a day by which they will be available. */
  fixBy?: boolean
  comments?: readonly string[]
}

/** An amenity, yes or no; every answer is saved automatically. Text for those who cannot answer. */
export const AmenityRow = ({ editor, code, answers, fixBy = false, comments }: Props) => {
  const t = useText()
  const group = useId()
  const name = formatAmenity(code)
  const value = editor.fields?.[`answers/${code}`]
  if (useReadOnlyAnswers())
    return (
      <li className={styles['row']}>
        <div className={styles['line']}>
          <span>{name}</span>
          <span>{formatValue(t, value)}</span>
        </div>
      </li>
    )
  return (
    <li className={styles['row']}>
      <QuestionFrame
        editor={editor}
        section="amenities"
        name={`answers/${code}`}
        {...(comments === undefined ? {} : { comments })}
      >
        {(errors) => (
          <div className={styles['line']}>
            <span id={`${group}-name`}>
              {name}
              {errors[`answers/${code}`] !== undefined && (
                <small className="bad-ink" role="alert">
                  {' '}
                  {errors[`answers/${code}`]}
                </small>
              )}
            </span>
            <div role="radiogroup" aria-labelledby={`${group}-name`} className={styles['answers']}>
              {answers.map((answer) => (
                <label key={answer}>
                  <input
                    type="radio"
                    name={group}
                    checked={value === answer}
                    onChange={() => editor.set(`answers/${code}`, answer)}
                  />
                  <span>{t(`onboarding.options.${answer}`)}</span>
                </label>
              ))}
            </div>
          </div>
        )}
      </QuestionFrame>
      {fixBy && value === 'no' && (
        <div className={styles['fixBy']}>
          <QuestionFrame editor={editor} section="amenities" name={`fixBy/${code}`}>
            {(errors) => (
              <DateInput
                label={t('onboarding.amenities.fixBy', { name })}
                error={errors[`fixBy/${code}`]}
                value={String(editor.fields?.[`fixBy/${code}`] ?? '')}
                onChange={(day) => editor.set(`fixBy/${code}`, day === '' ? null : day)}
              />
            )}
          </QuestionFrame>
        </div>
      )}
    </li>
  )
}
