import type { Tier, TierCriterion } from '@hearth/contracts/performance'
import { formatDay } from '../../components/dates/localDate.ts'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { useText, type Text } from '../../i18n/text.ts'
import { formatShare } from '../formatFigure.ts'
import { useTier, type PerformanceView } from '../usePerformance.ts'
import styles from './TierCard.module.css'

/** A value or threshold of a condition: `4.80`, `96.0%`, `10`. */
export const formatCriterion = (code: TierCriterion['code'], value: number | null): string =>
  value === null
    ? '–'
    : code === 'rating'
      ? (value / 100).toFixed(2)
      : code === 'stays'
        ? String(value)
        : formatShare(value)

/** What the next reviews would do to the rating. */
const describeStars = ({ afterStars, met, value }: TierCriterion, t: Text): string => {
  if (!met || value === null) {
    const best = afterStars.find(({ stars }) => stars === 5)
    if (best === undefined) return t('performance.tier.none')
    return best.value === value
      ? t('performance.tier.raisesSlowly')
      : t('performance.tier.raises', { value: formatCriterion('rating', best.value) })
  }
  const keeps = afterStars.filter((one) => one.met).toSorted((a, b) => a.stars - b.stars)[0]
  const breaks = afterStars.filter((one) => !one.met).toSorted((a, b) => b.stars - a.stars)[0]
  if (breaks === undefined) return t('performance.tier.keepsAll')
  const worst = t('performance.tier.breaks', {
    stars: breaks.stars,
    value: formatCriterion('rating', breaks.value),
  })
  return keeps === undefined ? worst : `${t('performance.tier.keeps', { stars: keeps.stars })} ${worst}`
}

/** What one more late answer, or how many of them, would do. */
const describeAnswers = ({ top, bottom, met, spare, afterOne }: TierCriterion, t: Text): string => {
  if (bottom === 0) return t('performance.tier.none')
  const after = met
    ? spare !== null && spare > 0
      ? t('performance.tier.lateMore', { smart_count: spare })
      : t('performance.tier.lateEnds', { value: formatCriterion('response', afterOne) })
    : t('performance.tier.responseShort')
  return `${t('performance.tier.response', { top, bottom })} ${after}`
}

const describeCancellations = (
  { top, bottom, met, spare, afterOne }: TierCriterion,
  { nextCheckOn, holds }: Tier,
  t: Text,
): string => {
  if (bottom === 0) return t('performance.tier.none')
  const value = formatCriterion('host_cancellation', afterOne)
  const after = !met
    ? t('performance.tier.cancelShort')
    : spare !== null && spare > 0
      ? t('performance.tier.cancelMore', { smart_count: spare })
      : holds
        ? t('performance.tier.cancelEnds', { day: formatDay(nextCheckOn), value })
        : t('performance.tier.cancelMakes', { value })
  return `${t('performance.tier.response', { top, bottom })} ${after}`
}

/** What a condition means for the host, in plain words. */
export const describeCriterion = (criterion: TierCriterion, tier: Tier, t: Text): string => {
  switch (criterion.code) {
    case 'rating':
      return describeStars(criterion, t)
    case 'response':
      return describeAnswers(criterion, t)
    case 'host_cancellation':
      return describeCancellations(criterion, tier, t)
    case 'stays':
      return criterion.met
        ? t('performance.tier.staysEnough')
        : t('performance.tier.staysShort', {
            smart_count: Math.max(1, criterion.threshold - (criterion.value ?? 0)),
            ...tier.longStays,
          })
  }
}

/** Whether one more event would end it. */
export const isClose = ({ met, spare }: TierCriterion) => met && spare === 0

export const TierChip = ({ tier }: { tier: Tier }) => {
  const t = useText()
  if (tier.holds) return <StatusChip tone="ok">{t('performance.tier.holds')}</StatusChip>
  return tier.wouldHold ? (
    <StatusChip tone="info">{t('performance.tier.onTrack')}</StatusChip>
  ) : (
    <StatusChip tone="mute">{t('performance.tier.notYet')}</StatusChip>
  )
}

const Criterion = ({ criterion, tier }: { criterion: TierCriterion; tier: Tier }) => {
  const t = useText()
  const { code, value, threshold, met } = criterion
  return (
    <li>
      <p className={styles['row']}>
        <b>{t(`performance.tier.code.${code}`)}</b>
        <span className="num">
          <b className={!met || isClose(criterion) ? styles['close'] : undefined}>
            {formatCriterion(code, value)}
          </b>{' '}
          {t(code === 'host_cancellation' ? 'performance.tier.under' : 'performance.tier.of', {
            threshold: formatCriterion(code, threshold),
          })}
        </span>
      </p>
      <small className="num">{describeCriterion(criterion, tier, t)}</small>
    </li>
  )
}

/** Where the account stands on the way to Gold, and what the next event of each kind would do. */
export const TierCard = ({ view }: { view: PerformanceView }) => {
  const t = useText()
  const query = useTier(view)
  return (
    <Loaded query={query} failed={t('performance.tier.failed')} height={300}>
      {(tier) => (
        <Card title={t('performance.tier.title')} action={<TierChip tier={tier} />}>
          <p className={`num ${styles['next']}`}>
            {t('performance.tier.next', {
              day: formatDay(tier.nextCheckOn),
              result: formatDay(tier.nextResultBy),
            })}
          </p>
          <ul className={styles['criteria']}>
            {tier.criteria.map((criterion) => (
              <Criterion key={criterion.code} criterion={criterion} tier={tier} />
            ))}
          </ul>
        </Card>
      )}
    </Loaded>
  )
}
