import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useHotkey } from '../../components/action/useHotkey.ts'
import { Icon } from '../../components/display/icons.tsx'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSession } from '../../session/session.ts'
import { AppealCard } from '../detail/AppealCard.tsx'
import claimStyles from '../detail/Claim.module.css'
import { ClaimHeader, ClaimHistory } from '../detail/ClaimView.tsx'
import { ClockCard } from '../detail/ClockCard.tsx'
import { InfoCard } from '../detail/InfoCard.tsx'
import { IncidentOfClaim } from '../incident/IncidentOfClaim.tsx'
import { Evidence } from '../parts/Evidence.tsx'
import { AssignCard } from './AssignCard.tsx'
import { DecisionCard } from './DecisionCard.tsx'
import { ProposalCard } from './ProposalCard.tsx'
import styles from './Review.module.css'
import { ReviewItem } from './ReviewItem.tsx'
import { useReview } from './useReview.ts'

type Of = Readonly<{ claim: ReimbursementRecord }>

/** What else belongs to the claim. */
const AlsoCard = ({ claim: { bookingId, bookingCode, hostAccountId } }: Of) => {
  const t = useText()
  return (
    <Card title={t('reimbursement.review.also')}>
      <ul className={styles['also']}>
        {bookingId !== null && (
          <li>
            <Icon name="bookings" size={16} />
            <Link className="link" to={to.booking(bookingId)}>
              {t('reimbursement.review.bookingOf', { code: bookingCode ?? '' })}
            </Link>
          </li>
        )}
        <li>
          <Icon name="history" size={16} />
          <Link
            className="link"
            to={to.reimbursements({
              filter: JSON.stringify({ hostAccountId }),
              sort: 'openedAt',
              order: 'DESC',
            })}
          >
            {t('reimbursement.review.otherClaims')}
          </Link>
        </li>
      </ul>
    </Card>
  )
}

/** `j` and `k` move between the items; the current one is where the keyboard acts. */
const useItemKeys = (count: number) => {
  const list = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const move = (step: 1 | -1) => {
    const next = Math.max(0, Math.min(count - 1, current + step))
    setCurrent(next)
    const card = list.current?.children[next]
    card?.scrollIntoView({ block: 'start' })
    card?.querySelector<HTMLElement>('input[type="radio"]')?.focus({ preventScroll: true })
  }
  useHotkey('nextItem', () => move(1))
  useHotkey('previousItem', () => move(-1))
  return { list, current }
}

/** A claim as its reviewer decides it: each item with photos side by side, and what the host will see. */
const ReviewView = ({ claim }: Of) => {
  const t = useText()
  const items = claim.items ?? []
  const review = useReview(claim, items)
  const { list, current } = useItemKeys(items.length)
  const userId = useSession()?.user.id
  const files = claim.evidence ?? []
  const others = files.filter(({ itemId }) => itemId === null)
  const own =
    claim.status === 'appealed' &&
    (claim.decisions ?? []).some(({ by, approvedBy }) => by === userId || approvedBy === userId)
  const decides = claim.proposal === null && !own
  return (
    <>
      <ClaimHeader claim={claim} />
      {items.length > 1 && decides && (
        <p className={`small c only-desk ${styles['keys']}`}>
          {t('reimbursement.review.itemOf', { number: current + 1, all: items.length })}&ensp;<kbd>J</kbd>{' '}
          <kbd>K</kbd> {t('reimbursement.review.nextItem')}&ensp;<kbd>Z</kbd> {t('reimbursement.review.zoom')}
        </p>
      )}
      <CommandForm form={review.form} className={claimStyles['columns']}>
        <div className={claimStyles['column']}>
          <div ref={list} className={claimStyles['column']}>
            {items.map((item, index) => (
              <ReviewItem
                key={item.itemId}
                claim={claim}
                item={item}
                index={index}
                files={files.filter(({ itemId }) => itemId === item.itemId)}
                review={review}
                current={index === current}
                decides={decides}
              />
            ))}
          </div>
          {others.length > 0 && (
            <Card title={t('reimbursement.evidence.other')}>
              <div className={styles['part']}>
                <Evidence files={others} item={t('reimbursement.evidence.other')} />
              </div>
            </Card>
          )}
          <InfoCard claim={claim} />
          <ClaimHistory claim={claim} />
        </div>
        <div className={claimStyles['column']}>
          <AssignCard claim={claim} own={own} />
          {claim.proposal !== null && <ProposalCard claim={claim} items={items} proposal={claim.proposal} />}
          {decides && <DecisionCard claim={claim} items={items} review={review} />}
          <ClockCard claim={claim} />
          <AppealCard claim={claim} items={items} />
          <IncidentOfClaim claim={claim} />
          <AlsoCard claim={claim} />
        </div>
      </CommandForm>
    </>
  )
}
export default ReviewView
