import { useState } from 'react'
import { Button } from '@mui/material'
import { HOUR_MS } from '@hearth/contracts/kernel/dates'
import type { HostReview } from '@hearth/contracts/review'
import { formatCountdown } from '../../components/dates/countdown.ts'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { useFormatDeadline, useTimeLeft } from '../../components/dates/useDeadline.ts'
import { Icon } from '../../components/display/icons.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Progress } from '../../components/feedback/Progress.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { Review } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import { useGuest } from '../useGuest.ts'
import { useOwnReview } from '../useReview.ts'
import { HostReviewText } from './HostReviewText.tsx'
import { ReviewHistory } from './ReviewHistory.tsx'
import styles from './ReviewPage.module.css'
import { WriteReview } from './WriteReview.tsx'

const CLOSE_MS = 24 * HOUR_MS

type Props = Readonly<{ review: Review }>

/** The exact end, and how much of the time is left. */
const TimeLeft = ({ review: { opensAt, closesAt, timezone } }: Props) => {
  const t = useText()
  const format = useFormatDeadline()
  const left = useTimeLeft(closesAt)
  const share = left / (Date.parse(closesAt) - Date.parse(opensAt))
  if (left === 0)
    return (
      <Card title={t('reviews.window.over')}>
        <p className={`num ${styles['part']}`}>
          {t('reviews.window.overText', { at: format(closesAt, timezone) })}
        </p>
      </Card>
    )
  return (
    <Card label={t('reviews.window.label')}>
      <div className={styles['part']}>
        <p className={`num ${styles['clock']}`} data-close={left < CLOSE_MS} role="timer">
          {formatCountdown(left)}
        </p>
        <p className="num">
          <time dateTime={closesAt}>{t('reviews.window.until', { at: format(closesAt, timezone) })}</time>
        </p>
        <Progress
          share={share}
          tone={left < CLOSE_MS ? 'warn' : 'ink-2'}
          label={t('reviews.window.share', { share: Math.round(share * 100) })}
        />
        <p className="small q num">{t('reviews.window.exact', { at: format(opensAt, timezone) })}</p>
      </div>
    </Card>
  )
}

/** That the guest has written, and nothing of it. */
const GuestSide = ({ review }: Props) => {
  const t = useText()
  const guest = useGuest(review).first
  const { guestReviewedAt } = review
  return (
    <Card
      title={t('reviews.guestSide.title', { guest })}
      note={guestReviewedAt === null ? undefined : t('reviews.sealed')}
    >
      {guestReviewedAt === null ? (
        <div className={styles['part']}>
          <p>{t('reviews.guestSide.notYet', { guest })}</p>
          <p className="small q">{t('reviews.guestSide.notYetText')}</p>
        </div>
      ) : (
        <div className={styles['sealed']}>
          <div className={styles['envelope']} role="img" aria-label={t('reviews.guestSide.envelope')}>
            <svg viewBox="0 0 300 116" preserveAspectRatio="none" aria-hidden>
              <path
                d="M0 0 150 62 300 0"
                fill="none"
                stroke="var(--line-strong)"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            <span className={styles['lock']}>
              <Icon name="lock" size={20} />
            </span>
          </div>
          <p className="num">
            {t('reviews.guestSide.writtenAt', { guest, at: formatReaderInstant(guestReviewedAt) })}
          </p>
          <p className="small q">{t('reviews.guestSide.nobodyOpens')}</p>
        </div>
      )}
    </Card>
  )
}

const WhatHappens = ({ review }: Props) => {
  const t = useText()
  const guest = useGuest(review).first
  const format = useFormatDeadline()
  const at = format(review.closesAt, review.timezone)
  const [hasHost, hasGuest] = [review.hostReviewedAt !== null, review.guestReviewedAt !== null]
  const steps = hasHost
    ? [t('reviews.happens.send', { guest }), t('reviews.happens.ownAlone', { guest, at })]
    : [
        hasGuest ? t('reviews.happens.sendBoth') : t('reviews.happens.send', { guest }),
        hasGuest ? t('reviews.happens.alone', { guest, at }) : t('reviews.happens.neither', { at }),
      ]
  return (
    <Card title={t('reviews.happens.title')}>
      <ul className={styles['steps']}>
        {[...steps, t('reviews.happens.reply')].map((step) => (
          <li key={step}>
            <Icon name="arrow" size={16} />
            <span className="num">{step}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const OwnReview = ({ review, own }: Props & Readonly<{ own: HostReview }>) => {
  const t = useText()
  const guest = useGuest(review).first
  const [editing, setEditing] = useState(false)
  const over = useTimeLeft(review.closesAt) === 0
  if (editing && !over) return <WriteReview review={review} own={own} onClose={() => setEditing(false)} />
  return (
    <Card
      title={t('reviews.own.title')}
      note={
        review.hostReviewedAt !== null &&
        t('reviews.own.sentAt', { at: formatReaderInstant(review.hostReviewedAt) })
      }
      action={
        !over && (
          <Button size="small" onClick={() => setEditing(true)}>
            {t('reviews.own.edit')}
          </Button>
        )
      }
    >
      <HostReviewText content={own} guest={guest} own />
      <p className={`small q ${styles['part']}`}>{t('reviews.own.note', { guest })}</p>
    </Card>
  )
}

/** What the host wrote, which only hosts see before it is revealed. */
const Written = ({ review }: Props) => {
  const t = useText()
  const own = useOwnReview(review.id)
  return (
    <Loaded query={own} failed={t('reviews.own.failed')}>
      {(content) => <OwnReview review={review} own={content} />}
    </Loaded>
  )
}

/** A pair that is open: the form or what was written, and how long it stays sealed. */
export const OpenReview = ({ review }: Props) => {
  const mayWrite = useCan('review.write')
  const over = useTimeLeft(review.closesAt) === 0
  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>
        {mayWrite && review.hostReviewedAt === null && !over && <WriteReview review={review} />}
        {mayWrite && review.hostReviewedAt !== null && <Written review={review} />}
        <ReviewHistory review={review} />
      </div>
      <div className={styles['side']}>
        <TimeLeft review={review} />
        <GuestSide review={review} />
        <WhatHappens review={review} />
      </div>
    </div>
  )
}
