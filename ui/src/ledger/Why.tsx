import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { EventRow } from '@hearth/contracts/event'
import { formatAmount, formatBps } from '@hearth/contracts/kernel/money'
import type { ExplainedEntry } from '@hearth/contracts/ledger'
import { getJson } from '../data/http/http.ts'
import { payoutTexts } from '../i18n/en/payout.ts'
import { useText } from '../i18n/text.ts'
import { formatInstant, zoneName } from '../components/dates/localDate.ts'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import styles from './ExplainTree.module.css'

type Component = ExplainedEntry['components'][number]
type Policy = keyof typeof payoutTexts.policy
const isPolicy = (name: string): name is Policy => Object.hasOwn(payoutTexts.policy, name)

/** The factors of a share; any other formula as the ledger states it. */
const Formula = ({
  component: { inputs, amountMinor, formula },
  currency,
}: {
  component: Component
  currency: ExplainedEntry['currency']
}) => {
  const t = useText()
  if (inputs.rule !== 'share')
    return (
      <p className={styles['formula']}>
        {formula}
        {inputs.rule === 'stated' && <small> {t('payout.why.stated')}</small>}
      </p>
    )
  return (
    <p className={styles['terms']}>
      <span>
        <b>{formatAmount(inputs.baseMinor, currency)}</b>
        <small>{t('payout.why.base')}</small>
      </span>
      <em>×</em>
      <span>
        <b>{formatBps(inputs.bps)}</b>
        <small>{t('payout.why.rate')}</small>
      </span>
      <em>=</em>
      <span>
        <b>{formatAmount(Math.abs(amountMinor), currency)}</b>
        <small>{t('payout.why.result')}</small>
      </span>
    </p>
  )
}

/** The event as it was recorded. */
const EventData = ({ id, link }: { id: string; link: string }) => {
  const t = useText()
  const { data, error } = useQuery({
    queryKey: ['events', 'row', id],
    queryFn: ({ signal }) => getJson<EventRow>(link, signal),
    staleTime: Infinity,
  })
  if (error) return <ProblemText error={error} />
  return data === undefined ? (
    <p className="small c">{t('app.loading')}</p>
  ) : (
    <pre className={styles['event']}>{JSON.stringify(data.data, null, 2)}</pre>
  )
}

/** The event in technical terms, folded at first. */
const TechnicalDetails = ({ cause }: { cause: NonNullable<ExplainedEntry['cause']> }) => {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles['toEvent']} aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('payout.why.technical')}
      </button>
      {open && (
        <>
          <p className="small q">{t('payout.why.number', { type: cause.type, revision: cause.revision })}</p>
          <EventData id={cause.eventId} link={cause.link} />
        </>
      )}
    </>
  )
}

const usePolicyText = () => {
  const t = useText()
  return (policy: string) => {
    const [name = '', version = ''] = policy.split('@')
    if (name === 'referral') return t('payout.why.referral', { version })
    return t('payout.why.policy', { name: isPolicy(name) ? t(`payout.policy.${name}`) : name, version })
  }
}

type Cause = keyof typeof payoutTexts.cause
const isCause = (type: string): type is Cause => Object.hasOwn(payoutTexts.cause, type)

/** `Amara N. checked in, Sun 4 Jan 2026, 15:00`, on the clock of the listing where there is one. */
const useCauseText = () => {
  const t = useText()
  return (cause: NonNullable<ExplainedEntry['cause']>, { title, subject }: ExplainedEntry, zone: string) => {
    const guest = subject.stay?.guestName ?? t('payout.why.guest')
    const what = isCause(cause.type) ? t(`payout.cause.${cause.type}`, { guest }) : title
    return `${what}, ${formatInstant(cause.at, subject.stay?.timezone ?? zone)}`
  }
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd className="num">{children}</dd>
  </div>
)

/** Why a part of an entry is what it is: formula, rule and the event that caused it. */
export const Why = ({
  component,
  entry,
  zone,
}: {
  component: Component
  entry: ExplainedEntry
  zone: string
}) => {
  const t = useText()
  const policyText = usePolicyText()
  const causeText = useCauseText()
  const { cause, currency, policies, availableAt } = entry
  return (
    <div className={styles['why']}>
      <Formula component={component} currency={currency} />
      <dl>
        <Fact term={t('payout.why.event')}>
          {cause === null ? t('payout.why.hidden') : causeText(cause, entry, zone)}
        </Fact>
        {cause !== null && <Fact term={t('payout.why.by')}>{cause.who.name}</Fact>}
        <Fact term={t('payout.why.available')}>
          {formatInstant(availableAt, zone)} {zoneName(zone)}
        </Fact>
        <Fact term={t('payout.why.rule')}>
          {policies.length === 0
            ? t('payout.why.noRule')
            : policies.map((policy) => (
                <span key={policy} className={styles['policy']}>
                  {policyText(policy)}
                </span>
              ))}
        </Fact>
      </dl>
      {cause !== null && <TechnicalDetails cause={cause} />}
    </div>
  )
}
