import { useState } from 'react'
import { Button } from '@mui/material'
import { MAX_REVIEW_TEXT, review as reviews } from '@hearth/contracts/review'
import { formatCountdown } from '../../components/dates/countdown.ts'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { useFormatDeadline, useTimeLeft } from '../../components/dates/useDeadline.ts'
import { formatCount } from '../../components/display/formatCount.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { SubmitButton } from '../../components/form/SubmitButton.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { Review } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan, useSession } from '../../session/session.ts'
import { forgetReplyDraft, useFirstReply, useKeptReply } from '../reviewDraft.ts'
import styles from './ReviewPage.module.css'

const ROWS = 3

type Props = Readonly<{ review: Review }>
type FormProps = Props & Readonly<{ text?: string; onClose?: () => void }>

const ReplyForm = ({ review, text, onClose }: FormProps) => {
  const t = useText()
  const saved = useSaved()
  const isNew = text === undefined
  const begun = useFirstReply(review.id)
  const command = useCommand({
    resource: 'reviews',
    verb: isNew ? 'reply' : 'edit-reply',
    onSuccess: () => {
      forgetReplyDraft(review.id)
      saved(t(isNew ? 'reviews.reply.posted' : 'reviews.reply.changed'))
      onClose?.()
    },
  })
  const form = useCommandForm({
    schema: reviews.commands.ReplyToReview.schema,
    values: { text: text ?? begun },
    command,
    send: (body) => command.run({ record: review, body }),
  })
  useKeptReply(review.id, form.values.text, form.dirty && isNew)
  return (
    <CommandForm form={form} label={t('reviews.reply.title')}>
      <div className={styles['form']}>
        <TextField
          control={form.control}
          name="text"
          rows={ROWS}
          label={t('reviews.reply.label')}
          help={t('reviews.form.length', {
            used: form.values.text.trim().length,
            max: formatCount(MAX_REVIEW_TEXT),
          })}
          wrong={t('reviews.reply.missing')}
        />
        <ProblemText error={form.error} />
      </div>
      <div className={styles['send']}>
        <SubmitButton form={form}>{t(isNew ? 'reviews.reply.post' : 'reviews.reply.save')}</SubmitButton>
        {onClose && <Button onClick={onClose}>{t('reviews.reply.cancel')}</Button>}
        {isNew && <p className="small q">{t('reviews.reply.note')}</p>}
      </div>
    </CommandForm>
  )
}

type Reply = NonNullable<Review['reply']>

const Replied = ({ review, reply }: Props & Readonly<{ reply: Reply }>) => {
  const t = useText()
  const isHost = useSession()?.account != null
  const mayWrite = useCan('review.write') && review.guestReview !== null
  const [editing, setEditing] = useState(false)
  const editable = useTimeLeft(reply.editableUntil) > 0 && mayWrite
  return (
    <Card
      title={t(isHost ? 'reviews.reply.titleDone' : 'reviews.reply.titleOf')}
      note={formatReaderInstant(reply.at)}
      action={
        editable &&
        !editing && (
          <Button size="small" onClick={() => setEditing(true)}>
            {t('reviews.reply.edit')}
          </Button>
        )
      }
    >
      {editing && editable ? (
        <ReplyForm review={review} text={reply.text} onClose={() => setEditing(false)} />
      ) : (
        <div className={styles['part']}>
          <p className={styles['words']}>{t('reviews.words.quote', { text: reply.text })}</p>
          {editable && (
            <p className="small q num">
              {t('reviews.reply.editUntil', { at: formatReaderInstant(reply.editableUntil) })}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}

const NewReply = ({ review, dueAt }: Props & Readonly<{ dueAt: string }>) => {
  const t = useText()
  const format = useFormatDeadline()
  const left = useTimeLeft(dueAt)
  return (
    <Card
      title={t('reviews.reply.title')}
      note={left > 0 && t('reviews.reply.left', { left: formatCountdown(left), at: format(dueAt) })}
    >
      {left > 0 ? (
        <ReplyForm review={review} />
      ) : (
        <p className={`q num ${styles['part']}`}>{t('reviews.reply.over', { at: format(dueAt) })}</p>
      )}
    </Card>
  )
}

/** The host’s public answer: written once, and changed for a day. */
export const ReplyCard = ({ review }: Props) => {
  const mayWrite = useCan('review.write')
  const { reply, todo, dueAt } = review
  if (reply !== null) return <Replied review={review} reply={reply} />
  return mayWrite && todo === 'reply' && dueAt !== null ? <NewReply review={review} dueAt={dueAt} /> : null
}
