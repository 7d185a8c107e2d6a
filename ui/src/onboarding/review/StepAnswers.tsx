import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import type { OnboardingStep, StepState } from '@hearth/contracts/onboarding'
import { useText } from '../../i18n/text.ts'
import type { CaseStep } from '../../data/queries/useCase.ts'
import type { Tone } from '../../theme/tokens.ts'
import { Field } from '../../components/form/Field.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import type { Answer } from './answers.ts'
import styles from './Review.module.css'

/** The requested changes so far, by field; a step as a whole has its own name. */
export type Basket = Readonly<
  Record<string, Readonly<{ step: OnboardingStep; field: string | null; comment: string }>>
>
/** The minimum length of a comment in characters. */
export const MIN_COMMENT = 3
export type SetComment = (key: string, item: Basket[string] | null) => void

const TONES: Readonly<Record<StepState, Tone>> = {
  complete: 'ok',
  waiting: 'info',
  needs_changes: 'warn',
  not_started: 'mute',
  not_applicable: 'mute',
}

type Props = Readonly<{
  line: CaseStep
  /** Called once the step is opened. */
  listAnswers: () => readonly Answer[]
  basket: Basket
  mayAsk: boolean
  onComment: SetComment
}>

const Line = ({
  answer,
  answerKey,
  line,
  basket,
  mayAsk,
  onComment,
}: Omit<Props, 'listAnswers'> & { answer: Answer; answerKey: string }) => {
  const t = useText()
  const item = basket[answerKey]
  const field = answerKey === answer.field ? answer.field : null
  const asked = item !== undefined
  return (
    <div>
      <dt>{answer.label}</dt>
      <dd>{answer.value}</dd>
      {mayAsk && (
        <dd>
          <Button
            variant="text"
            size="small"
            aria-label={t(asked ? 'review.unaskOf' : 'review.askOf', { field: answer.label })}
            onClick={() => onComment(answerKey, asked ? null : { step: line.step, field, comment: '' })}
          >
            {t(asked ? 'review.unask' : 'review.ask')}
          </Button>
        </dd>
      )}
      {item !== undefined && (
        <dd className={styles['comment']}>
          <Field
            label={t('review.comment', { field: answer.label })}
            error={
              item.comment !== '' && item.comment.trim().length < MIN_COMMENT
                ? t('review.emptyComment')
                : undefined
            }
          >
            {({ error, ...input }) => (
              <OutlinedInput
                multiline
                minRows={1}
                maxRows={5}
                fullWidth
                error={error}
                value={item.comment}
                onChange={({ target }) => onComment(answerKey, { ...item, comment: target.value })}
                inputProps={{ ...input, maxLength: 1000 }}
              />
            )}
          </Field>
        </dd>
      )}
    </div>
  )
}

/** A step with its answers; staff can request a change of each. */
export const StepAnswers = ({ line, listAnswers, ...rest }: Props) => {
  const t = useText()
  const [open, setOpen] = useState(line.state === 'needs_changes')
  const { step, state, requests, problems, notApplicable } = line
  const name = t(`onboarding.steps.${step}.name`)
  return (
    <details className={styles['step']} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h3 className="strong">{name}</h3>
        <span className="grow" />
        <StatusChip tone={TONES[state]} plain={state === 'not_started'}>
          {t(`review.stepOf.${state}`)}
        </StatusChip>
        <Icon name={open ? 'up' : 'down'} size={16} />
      </summary>
      {open && (
        <>
          {notApplicable !== null && <p className={styles['asked']}>{notApplicable}</p>}
          {requests.map(({ field, comment }) => (
            <p key={`${field}${comment}`} className={styles['asked']}>
              {t('review.asked')} {comment}
            </p>
          ))}
          {problems.map(({ pointer, detail }) => (
            <p key={pointer + detail} className={styles['asked']}>
              {detail}
            </p>
          ))}
          <dl className={styles['answers']}>
            {listAnswers().map((answer) => (
              <Line key={answer.field} answer={answer} answerKey={answer.field} line={line} {...rest} />
            ))}
            <Line
              answer={{ field: '', label: t('review.askStep'), value: '' }}
              answerKey={step}
              line={line}
              {...rest}
            />
          </dl>
        </>
      )}
    </details>
  )
}
