import { useGetOne } from 'react-admin'
import type { AccountRow } from '@hearth/contracts/account'
import { freezeTerms, minNightsMinor, type ReferralTerms } from '@hearth/contracts/referral'
import { formatAmount } from '@hearth/contracts/kernel/money'
import { moneyText } from '../components/display/Money.tsx'
import { Card } from '../components/layout/Card.tsx'
import { usePolicy } from '../data/queries/usePolicy.ts'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/session.ts'
import styles from './Referral.module.css'

/** What an invitation promises; `isOurs`: to the account that reads it. */
export const TermsCard = ({
  terms,
  title,
  note,
  isOurs = true,
}: {
  terms: ReferralTerms
  title: string
  note?: string
  isOurs?: boolean
}) => {
  const t = useText()
  const amount = formatAmount(minNightsMinor(terms, terms.currency), terms.currency)
  const rows = [
    [
      t(isOurs ? 'referral.terms.get' : 'referral.terms.theyGet'),
      moneyText(terms.rewardMinor, terms.currency),
    ],
    [t('referral.terms.when'), t('referral.terms.whenText', { smart_count: terms.rewardAfterDays })],
    [t('referral.terms.if'), t('referral.terms.ifText', { amount })],
    [t('referral.terms.within'), t('referral.terms.withinText', { smart_count: terms.qualifyDays })],
    [t('referral.terms.most'), t('referral.terms.mostText', { smart_count: terms.maxRewardsPerYear })],
  ] as const
  return (
    <Card title={title}>
      <dl className={styles['facts']}>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {note !== undefined && <p className={`small q ${styles['note']}`}>{note}</p>}
    </Card>
  )
}

/** The terms that an invitation of today would have. */
export const CurrentTerms = () => {
  const t = useText()
  const id = useSession()?.account?.id ?? ''
  const { data: account } = useGetOne<AccountRow>('accounts', { id })
  const body = usePolicy('referral')
  if (account === undefined || body === undefined) return null
  return (
    <TermsCard
      title={t('referral.terms.title')}
      terms={freezeTerms({ version: 1, body }, account.defaultCurrency)}
      note={t('referral.terms.note', { days: body.clawbackDays })}
    />
  )
}
