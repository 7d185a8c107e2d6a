import { useState, type FocusEvent, type ReactNode } from 'react'
import { Button } from '@mui/material'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { SectionName } from '@hearth/contracts/listing/sections/sections'
import { useText } from '../../i18n/text.ts'
import type { Conflict } from '../saving/autosave.ts'
import { readField } from '../saving/sectionFields.ts'
import { useListing } from '../../data/queries/useCase.ts'
import type { SectionEditor } from '../saving/useSection.ts'
import { Answer } from './Answer.tsx'
import { AnswerText, isLineOfText } from './AnswerText.tsx'
import { useReadOnlyAnswers } from './readOnlyAnswers.ts'
import styles from './Form.module.css'
import { formatIssue } from './issueText.ts'
import type { Spec } from './spec.ts'
import { formatAnswer } from './valueText.ts'

/** The id of a question's element: `field-info-maxGuests`. */
export const formatAnchor = (section: string, name: string) => `field-${section}-${name.replaceAll('/', '-')}`

const isWho = (who: string | null): who is 'you' | 'team' | 'staff' | 'service' =>
  who !== null && ['you', 'team', 'staff', 'service'].includes(who)

/** Shows both values of two people who answered differently, and lets the person choose. */
const ConflictNote = ({
  listingId,
  section,
  name,
  conflict,
  mine,
  onChoose,
}: {
  listingId: string
  section: SectionName
  name: string
  conflict: Conflict
  mine: unknown
  onChoose: (choice: 'mine' | 'theirs') => void
}) => {
  const t = useText()
  const currency = useListing(listingId).data?.currency
  const words = (answer: unknown) => formatAnswer(t, section, name.split('/'), answer, currency)
  return (
    <div role="alert" className={styles['conflict']}>
      <p className="strong">
        {t(`onboarding.conflict.title.${isWho(conflict.changedBy) ? conflict.changedBy : 'team'}`)}
      </p>
      <dl>
        <div>
          <dt>{t('onboarding.conflict.theirs')}</dt>
          <dd>{words(conflict.theirs)}</dd>
        </div>
        <div>
          <dt>{t('onboarding.conflict.mine')}</dt>
          <dd>{words(mine)}</dd>
        </div>
      </dl>
      <div className={styles['actions']}>
        <Button size="small" onClick={() => onChoose('mine')}>
          {t('onboarding.conflict.keepMine')}
        </Button>
        <Button size="small" onClick={() => onChoose('theirs')}>
          {t('onboarding.conflict.takeTheirs')}
        </Button>
      </div>
    </div>
  )
}

type QuestionFrameProps = {
  editor: SectionEditor
  section: SectionName
  name: string
  comments?: readonly string[]
  children: (errors: Readonly<Record<string, string>>) => ReactNode
}

/**
 * Wraps a question's control: its errors once it loses the focus, the comments of staff, and a conflict with
 * another person's answer.
 */
export const QuestionFrame = ({ editor, section, name, comments = [], children }: QuestionFrameProps) => {
  const t = useText()
  const [focused, setFocused] = useState(false)
  const value = editor.fields?.[name]
  const read = readField(section, name, value)
  const issues = 'issues' in read && !focused ? read.issues : []
  const refusal = editor.refusals[name]
  const errors = {
    ...Object.fromEntries(issues.map((issue) => [issue.path.join('/'), formatIssue(issue, t)]).toReversed()),
    ...(refusal === undefined ? {} : { [name]: t('onboarding.wrong.must', { what: refusal }) }),
  }
  const conflict = editor.conflicts[name]
  const leaves = ({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget)
  return (
    <div
      id={formatAnchor(section, name)}
      className={styles['asked']}
      onFocus={() => setFocused(true)}
      onBlur={(event) => {
        if (leaves(event)) setFocused(false)
      }}
    >
      {children(errors)}
      {comments.map((comment) => (
        <p key={comment} className={styles['comment']}>
          <b>{t('onboarding.review.asks')}</b> {comment}
        </p>
      ))}
      {conflict !== undefined && (
        <ConflictNote
          listingId={editor.row?.id ?? ''}
          section={section}
          name={name}
          conflict={conflict}
          mine={value}
          onChoose={(choice) => editor.choose(name, choice)}
        />
      )}
    </div>
  )
}

type Props = {
  editor: SectionEditor
  section: SectionName
  listingId: string
  currency: Currency
  spec: Spec
  comments?: readonly string[]
}

/** A question of a section, saved automatically; text for those who cannot answer it. */
export const Question = ({ editor, section, listingId, currency, spec, comments }: Props) => {
  const readOnly = useReadOnlyAnswers() && isLineOfText(spec)
  const asked = {
    section,
    listingId,
    currency,
    spec,
    words: [spec.name],
    at: spec.name,
    value: editor.fields?.[spec.name] ?? null,
  }
  return (
    <QuestionFrame
      editor={editor}
      section={section}
      name={spec.name}
      {...(comments === undefined ? {} : { comments })}
    >
      {(errors) =>
        readOnly ? (
          <AnswerText {...asked} />
        ) : (
          <Answer {...asked} errors={errors} onChange={(value) => editor.set(spec.name, value)} />
        )
      }
    </QuestionFrame>
  )
}
