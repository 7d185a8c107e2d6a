import { Link } from 'react-router-dom'
import { formatAmount, formatBps, type Currency } from '@hearth/contracts/kernel/money'
import type { PolicyReplay, ReplayedStay } from '@hearth/contracts/policy'
import { formatRange, formatReaderInstant } from '../components/dates/localDate.ts'
import { formatCount } from '../components/display/formatCount.ts'
import { moneyText } from '../components/display/Money.tsx'
import { useText, type Text } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import styles from './Replay.module.css'

type Rule = ReplayedStay['wasRule']

/** A rule with its numbers: `part of the nights back: 50% × 1,292.00 = 646.00`. */
const formatRule = (
  { tier, nightsBps, keptNights, nightsBackMinor }: Rule,
  nightsMinor: number,
  currency: Currency,
  t: Text,
): string => {
  const back = formatAmount(nightsBackMinor, currency)
  const isShare = nightsBps !== null && Math.round((nightsMinor * nightsBps) / 10_000) === nightsBackMinor
  const sum = isShare ? `${formatBps(nightsBps)} × ${formatAmount(nightsMinor, currency)} = ${back}` : back
  return `${t(`policy.rule.${tier}`, { smart_count: keptNights })}: ${sum}`
}

const StayRules = ({
  stay,
  replay,
  currency,
}: {
  stay: ReplayedStay
  replay: PolicyReplay
  currency: Currency
}) => {
  const t = useText()
  const { code, hoursBefore, nightsMinor, was, would } = stay
  const version = (number: number | null) =>
    number === null ? t('policy.stays.happened') : t('policy.stays.version', { version: number })
  const side = (title: string, rule: Rule, { hostMinor }: ReplayedStay['was']) => (
    <div>
      <dt className="small q">{title}</dt>
      <dd className="num">
        {formatRule(rule, nightsMinor, currency, t)}
        <small className="q">
          {t('policy.hosts.paid')} {moneyText(hostMinor, currency)}
        </small>
      </dd>
    </div>
  )
  return (
    <li>
      <p>
        <b>{[stay.guestName, stay.listingTitle].filter((name) => name !== null).join(', ')}</b>{' '}
        <Link className="link num" to={to.reports({ report: 'events', stream: `booking-${stay.bookingId}` })}>
          {code}
        </Link>{' '}
        <span className="q num">
          {formatRange(stay.checkIn, stay.checkOut)},{' '}
          {t(hoursBefore < 0 ? 'policy.stays.canceledAfter' : 'policy.stays.canceled', {
            policy: stay.policyCode.replaceAll('_', ' '),
            who: t(`policy.stays.who.${stay.initiator}`),
            time: formatReaderInstant(stay.canceledAt),
            hours: formatCount(Math.floor(Math.abs(hoursBefore))),
          })}
        </span>
      </p>
      <dl className={styles['rules']}>
        {side(version(replay.against), stay.wasRule, was)}
        {side(version(replay.version), stay.wouldRule, would)}
      </dl>
    </li>
  )
}

type Host = PolicyReplay['hosts'][number]

/** The stays of a host that would end differently, each with both rules. */
export const ReplayedStays = ({
  host: { stays, differing },
  replay,
  currency,
}: {
  host: Host
  replay: PolicyReplay
  currency: Currency
}) => {
  const t = useText()
  if (stays.length === 0) return <p className={`q ${styles['none']}`}>{t('policy.stays.none')}</p>
  return (
    <>
      <ul className={styles['stays']}>
        {stays.map((stay) => (
          <StayRules key={stay.bookingId} stay={stay} replay={replay} currency={currency} />
        ))}
      </ul>
      {stays.length < differing && (
        <p className={`small q ${styles['none']}`}>
          {t('policy.stays.more', { smart_count: differing - stays.length })}
        </p>
      )}
    </>
  )
}
