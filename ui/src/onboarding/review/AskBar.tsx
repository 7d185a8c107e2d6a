import { Button } from '@mui/material'
import { problemText } from '../../data/http/problems.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from './Review.module.css'
import { MIN_COMMENT, type Basket } from './StepAnswers.tsx'

/** Sends all requested changes to the host in one message. */
export const AskBar = ({
  listingId,
  basket,
  onDone,
}: {
  listingId: string
  basket: Basket
  onDone: () => void
}) => {
  const t = useText()
  const saved = useSaved()
  const items = Object.values(basket).map(({ comment, ...item }) => ({ ...item, comment: comment.trim() }))
  const request = useCommand({
    resource: 'onboarding',
    verb: 'request-changes',
    touches: ['listings'],
    onSuccess: () => {
      saved(t('review.sent'))
      onDone()
    },
  })
  const missing = items.some(({ comment }) => comment.length < MIN_COMMENT)
  return (
    <div
      className={styles['basket']}
      role="region"
      aria-label={t('review.basket', { smart_count: items.length })}
    >
      <span className="strong">{t('review.basket', { smart_count: items.length })}</span>
      {missing && <span className="small q">{t('review.emptyComment')}</span>}
      {request.error !== null && (
        <span role="alert" className="bad-ink small">
          {problemText(request.error, t)}
        </span>
      )}
      <span className="grow" />
      <Button onClick={onDone}>{t('review.discard')}</Button>
      <Button
        variant="contained"
        color="primary"
        disabled={missing}
        loading={request.pending}
        onClick={() => request.run({ record: { id: listingId }, body: { items } })}
      >
        {t('review.send')}
      </Button>
    </div>
  )
}
