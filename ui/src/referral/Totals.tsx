import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { useNow } from '../components/dates/useNow.ts'
import { moneyText } from '../components/display/Money.tsx'
import { Figure, Figures } from '../components/display/Figures.tsx'
import { usePolicy } from '../data/queries/usePolicy.ts'
import { useText } from '../i18n/text.ts'
import { formatReaderDay } from './formatReferral.ts'
import { useReferralsIn, type Referral } from './useReferrals.ts'

/** The rewards of rows: one sum for each currency. */
const sumRewards = (rows: readonly Referral[]): string => {
  const sums = new Map<Referral['currency'], number>()
  for (const { currency, rewardMinor } of rows) sums.set(currency, (sums.get(currency) ?? 0) + rewardMinor)
  return [...sums].map(([currency, amountMinor]) => moneyText(amountMinor, currency)).join(' + ')
}

/** What the referrals of the account have brought, and what they still can. */
export const Totals = () => {
  const t = useText()
  const { data: loaded } = useReferralsIn(['accepted', 'listing_live', 'qualified', 'rewarded'])
  const data = loaded ?? []
  const max = usePolicy('referral')?.maxRewardsPerYear
  const paid = data.filter(({ state }) => state === 'rewarded')
  const coming = data.filter(({ state }) => state === 'qualified')
  const possible = data.filter(({ state }) => state === 'accepted' || state === 'listing_live')
  const year = new Date(useNow(MINUTE_MS)).getUTCFullYear()
  const thisYear = paid.filter(({ rewardedAt }) => rewardedAt?.startsWith(String(year))).length
  const [next] = coming.map(({ rewardAt }) => rewardAt).toSorted()
  const describe = (rows: readonly Referral[]) => ({
    value: sumRewards(rows) || '–',
    note:
      loaded === undefined
        ? ''
        : rows.length === 0
          ? t('referral.totals.nothing')
          : t('referral.totals.hosts', { smart_count: rows.length }),
  })
  return (
    <Figures>
      <Figure label={t('referral.totals.paid')} {...describe(paid)} />
      <Figure
        label={t('referral.totals.onItsWay')}
        {...describe(coming)}
        {...(next != null && { note: formatReaderDay(next) })}
      />
      <Figure label={t('referral.totals.possible')} {...describe(possible)} />
      <Figure
        label={t('referral.totals.year', { year })}
        value={
          loaded === undefined
            ? '–'
            : max === undefined
              ? String(thisYear)
              : t('referral.totals.ofMax', { count: thisYear, max })
        }
        note={t('referral.totals.most')}
      />
    </Figures>
  )
}
