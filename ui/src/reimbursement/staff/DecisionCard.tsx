import { lazy, Suspense, useState } from 'react'
import { Button } from '@mui/material'
import { formatAmount } from '@hearth/contracts/kernel/money'
import type { ItemRow } from '@hearth/contracts/reimbursement'
import { Icon, type IconName } from '../../components/display/icons.tsx'
import { Money } from '../../components/display/Money.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { isPossible } from '../isPossible.ts'
import styles from './Review.module.css'
import type { Review } from './useReview.ts'

const AskDialog = lazy(() => import('./AskDialog.tsx'))

type Of = Readonly<{ claim: ReimbursementRecord; items: readonly ItemRow[]; review: Review }>
const HOURS_OF_DAY = 24

/** What is claimed and what is approved, item by item. */
const Table = ({ claim, items, review }: Of) => {
  const t = useText()
  const { currency, claimedMinor } = claim
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{t('reimbursement.review.item')}</span>
          </th>
          <th scope="col">{t('reimbursement.review.claimed')}</th>
          <th scope="col">{t('reimbursement.review.approved')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ itemId, description, claimedMinor: claimed }, index) => (
          <tr key={itemId}>
            <th scope="row">{description}</th>
            <td className="q">{formatAmount(claimed, currency)}</td>
            <td>
              {review.results[index] ? (
                formatAmount(review.results[index].approvedMinor, currency)
              ) : (
                <span className="c">{t('reimbursement.undecided')}</span>
              )}
            </td>
          </tr>
        ))}
        <tr className={styles['sum']}>
          <th scope="row">{t('reimbursement.review.together')}</th>
          <td className="q">{formatAmount(claimedMinor ?? 0, currency)}</td>
          <td>
            <Money amountMinor={review.totalMinor} currency={currency} />
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** What the decision does, before it is made. */
const Effects = ({ claim, review }: Omit<Of, 'items'>) => {
  const t = useText()
  const accountOf = useAccountNames([claim.hostAccountId])
  const { currency, kind, terms, status } = claim
  const amount = formatAmount(review.totalMinor, currency)
  const limit = formatAmount(review.limitMinor, currency)
  const effects: readonly (readonly [IconName, string])[] = [
    ...(review.totalMinor === 0
      ? ([['wallet', t('reimbursement.review.effects.nothing')]] as const)
      : ([
          [
            'wallet',
            t('reimbursement.review.effects.pay', { account: accountOf(claim.hostAccountId) ?? '', amount }),
          ],
          [
            'bank',
            t(`reimbursement.review.effects.${kind === 'expense' ? 'expense' : 'charge'}`, { amount }),
          ],
        ] as const)),
    ['users', t(`reimbursement.review.effects.${review.needsSecond ? 'two' : 'one'}`, { limit })],
    [
      'clock',
      status === 'appealed'
        ? t('reimbursement.review.effects.final')
        : t('reimbursement.review.effects.appeal', { days: terms.appealHours / HOURS_OF_DAY }),
    ],
  ]
  return (
    <ul className={styles['effects']}>
      {effects.map(([icon, text]) => (
        <li key={icon}>
          <Icon name={icon} size={16} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** The decision with its sum, what it does, and its button. */
export const DecisionCard = ({ claim, items, review }: Of) => {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const { form, totalMinor, needsSecond, undecided } = review
  const { currency, claimedMinor } = claim
  const amounts = {
    approved: formatAmount(totalMinor, currency),
    claimed: formatAmount(claimedMinor ?? 0, currency),
  }
  return (
    <Card title={t('reimbursement.review.decide')}>
      <div className={styles['part']}>
        <Table claim={claim} items={items} review={review} />
      </div>
      <Effects claim={claim} review={review} />
      <div className={`${styles['part']} ${styles['buttons']}`}>
        {undecided.length > 0 && (
          <p className="small q">
            {t('reimbursement.review.undecided', {
              items: undecided.map(({ description }) => description).join(', '),
            })}
          </p>
        )}
        <ProblemText error={form.error} />
        <Button
          fullWidth
          variant="contained"
          color="primary"
          disabled={undecided.length > 0}
          loading={form.pending}
          onClick={form.submit}
        >
          {t(needsSecond ? 'reimbursement.review.propose' : 'reimbursement.review.button', amounts)}
        </Button>
        {isPossible(claim, 'RequestReimbursementInfo') && (
          <Button fullWidth onClick={() => setAsking(true)}>
            {t('reimbursement.review.ask')}
          </Button>
        )}
      </div>
      {asking && (
        <Suspense fallback={null}>
          <AskDialog claim={claim} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Card>
  )
}
