import { Button } from '@mui/material'
import { HOST_CATEGORIES, MAX_REVIEW_TEXT, type HostReview } from '@hearth/contracts/review'
import { formatCount } from '../../components/display/formatCount.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { SubmitButton } from '../../components/form/SubmitButton.tsx'
import { RadioField } from '../../components/form/fields/RadioField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { Review } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { StarsField } from '../StarsField.tsx'
import { forgetReviewDraft, useFirstValues, useKeptReview, zReviewForm } from '../reviewDraft.ts'
import { useGuest } from '../useGuest.ts'
import styles from './ReviewPage.module.css'

const PUBLIC_ROWS = 4
const PRIVATE_ROWS = 2

type Props = Readonly<{
  review: Review
  /** What was sent, to be changed. */
  own?: HostReview
  onClose?: () => void
}>

/** The form of a review, and the command that sends it. */
const useReviewForm = ({ review, own, onClose }: Props) => {
  const t = useText()
  const saved = useSaved()
  const command = useCommand({
    resource: 'reviews',
    verb: own === undefined ? 'submit' : 'edit',
    onSuccess: ({ events }) => {
      forgetReviewDraft(review.id)
      const isRevealed = events.includes('ReviewsRevealed')
      saved(
        t(
          own !== undefined
            ? 'reviews.form.saved'
            : isRevealed
              ? 'reviews.form.sentBoth'
              : 'reviews.form.sent',
        ),
      )
      onClose?.()
    },
  })
  const form = useCommandForm({
    schema: zReviewForm,
    values: useFirstValues(review.id, own),
    command,
    send: ({ again, ...content }) =>
      command.run({ record: review, body: { ...content, wouldHostAgain: again === 'yes' } }),
  })
  return { form, isKept: useKeptReview(review.id, form.values, form.dirty) }
}

/** The host’s review of the guest, kept in the browser until it is sent. */
export const WriteReview = ({ review, own, onClose }: Props) => {
  const t = useText()
  const guest = useGuest(review).first
  const { form, isKept } = useReviewForm({ review, ...(own && { own }), ...(onClose && { onClose }) })
  const both = review.guestReviewedAt !== null
  const used = form.values.publicText.trim().length
  return (
    <Card title={t('reviews.form.title')} note={isKept && t('reviews.form.kept')}>
      <CommandForm form={form} label={t('reviews.form.title')}>
        <div className={styles['form']}>
          <div>
            {HOST_CATEGORIES.map((category) => (
              <StarsField
                key={category}
                control={form.control}
                name={category}
                label={t(`reviews.form.${category}`)}
              />
            ))}
          </div>
          <RadioField
            control={form.control}
            name="again"
            inline
            label={t('reviews.form.again', { guest })}
            options={[
              { value: 'yes', label: t('reviews.form.yes') },
              { value: 'no', label: t('reviews.form.no') },
            ]}
          />
          <TextField
            control={form.control}
            name="publicText"
            rows={PUBLIC_ROWS}
            label={t('reviews.form.publicText')}
            help={t('reviews.form.length', { used, max: formatCount(MAX_REVIEW_TEXT) })}
            wrong={t('reviews.form.publicMissing')}
          />
          <TextField
            control={form.control}
            name="privateText"
            rows={PRIVATE_ROWS}
            label={t('reviews.form.privateText', { guest })}
            help={t('reviews.form.privateHelp', { guest })}
          />
          <ProblemText error={form.error} />
        </div>
        <div className={styles['send']}>
          <SubmitButton form={form}>
            {t(
              own !== undefined ? 'reviews.form.save' : both ? 'reviews.form.sendBoth' : 'reviews.form.send',
            )}
          </SubmitButton>
          {onClose && (
            <Button
              onClick={() => {
                forgetReviewDraft(review.id)
                onClose()
              }}
            >
              {t('reviews.form.cancel')}
            </Button>
          )}
          <p className="small q">
            {form.body === undefined
              ? t('reviews.form.missing')
              : t(both ? 'reviews.form.sendBothNote' : 'reviews.form.sendNote', { guest })}
          </p>
        </div>
      </CommandForm>
    </Card>
  )
}
