import { GUEST_CATEGORIES, type GuestReview } from '@hearth/contracts/review'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { Card } from '../../components/layout/Card.tsx'
import type { Review } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan, useSession } from '../../session/session.ts'
import { Stars } from '../Stars.tsx'
import { useGuest } from '../useGuest.ts'
import { DecideDispute } from './DecideDispute.tsx'
import { DisputeCard, DisputeOutcome } from './DisputeCard.tsx'
import { HostReviewText } from './HostReviewText.tsx'
import { ReplyCard } from './ReplyCard.tsx'
import { ReviewHistory } from './ReviewHistory.tsx'
import styles from './ReviewPage.module.css'

type Props = Readonly<{ review: Review }>

const GuestReviewText = ({ content, isHost }: { content: GuestReview; isHost: boolean }) => {
  const t = useText()
  return (
    <>
      <div className={styles['part']}>
        <p>
          <Stars stars={content.overall} />{' '}
          <b className="num">{t('reviews.stars', { stars: content.overall })}</b>
        </p>
        <p className={styles['words']}>{t('reviews.words.quote', { text: content.publicText })}</p>
        {content.privateText !== '' && (
          <p className={styles['private']}>
            <b>{t(isHost ? 'reviews.revealed.onlyForYou' : 'reviews.revealed.onlyForHost')}</b>{' '}
            {t('reviews.words.quote', { text: content.privateText })}
          </p>
        )}
      </div>
      <dl className={styles['categories']}>
        {GUEST_CATEGORIES.map((category) => (
          <div key={category}>
            <dt>{t(`reviews.revealed.categories.${category}`)}</dt>
            <dd>{content[category]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const OfHost = ({ review, isHost }: Props & Readonly<{ isHost: boolean }>) => {
  const t = useText()
  const guest = useGuest(review).first
  const { guestReview, removedAt, revealedAt, revealCause } = review
  const note =
    revealedAt === null
      ? undefined
      : t(revealCause === 'both' ? 'reviews.revealed.both' : 'reviews.revealed.end', {
          at: formatReaderInstant(revealedAt),
        })
  return (
    <Card title={t(isHost ? 'reviews.revealed.title' : 'reviews.revealed.titleOf', { guest })} note={note}>
      {guestReview === null ? (
        <p className={`q ${styles['part']}`}>
          {removedAt === null
            ? t('reviews.revealed.none', { guest })
            : t('reviews.revealed.removed', { at: formatReaderInstant(removedAt) })}
        </p>
      ) : (
        <GuestReviewText content={guestReview} isHost={isHost} />
      )}
    </Card>
  )
}

const OfGuest = ({ review, isHost }: Props & Readonly<{ isHost: boolean }>) => {
  const t = useText()
  const guest = useGuest(review).first
  const { hostReview, hostReviewedAt } = review
  return (
    <Card
      title={t(isHost ? 'reviews.revealed.ofGuest' : 'reviews.revealed.ofGuestOf', { guest })}
      note={
        hostReviewedAt !== null &&
        t('reviews.revealed.writtenAt', { at: formatReaderInstant(hostReviewedAt) })
      }
    >
      {hostReview === null ? (
        <p className={`q ${styles['part']}`}>
          {t(isHost ? 'reviews.revealed.wroteNone' : 'reviews.revealed.wroteNoneOf')}
        </p>
      ) : (
        <HostReviewText content={hostReview} guest={guest} own={isHost} />
      )}
    </Card>
  )
}

/** Both reviews in the open, with what can be answered. */
export const RevealedReview = ({ review }: Props) => {
  const isHost = useSession()?.account != null
  const [mayWrite, mayDecide] = [useCan('review.write'), useCan('review.decide')]
  const { guestReview, dispute, disputed } = review
  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>
        <OfHost review={review} isHost={isHost} />
        <ReplyCard review={review} />
        <OfGuest review={review} isHost={isHost} />
        <ReviewHistory review={review} />
      </div>
      <div className={styles['side']}>
        {dispute !== null && <DisputeOutcome review={review} dispute={dispute} />}
        {dispute === null && mayWrite && guestReview !== null && (
          <DisputeCard review={review} content={guestReview} />
        )}
        {disputed && mayDecide && <DecideDispute review={review} />}
      </div>
    </div>
  )
}
