import { useState } from 'react'
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

const usePolicyText = () => {
  const t = useText()
  return (policy: string) => {
    const [name = '', version = ''] = policy.split('@')
    return t('payout.why.policy', { name: isPolicy(name) ? t(`payout.policy.${name}`) : name, version })
  }
}

const CauseFacts = ({ cause, zone }: { cause: NonNullable<ExplainedEntry['cause']>; zone: string }) => {
  const t = useText()
  return (
    <>
      <div>
        <dt>{t('payout.why.by')}</dt>
        <dd>{cause.who.name}</dd>
      </div>
      <div>
        <dt>{t('payout.why.when')}</dt>
        <dd className="num">
          {formatInstant(cause.at, zone)} {zoneName(zone)}
        </dd>
      </div>
    </>
  )
}

/** Why a part of an entry is what it is: formula, rule and the event that caused it. */
export const Why = ({
  component,
  entry: { cause, currency, policies, availableAt },
  zone,
}: {
  component: Component
  entry: ExplainedEntry
  zone: string
}) => {
  const t = useText()
  const [open, setOpen] = useState(false)
  const policyText = usePolicyText()
  return (
    <div className={styles['why']}>
      <Formula component={component} currency={currency} />
      <dl>
        {cause !== null && <CauseFacts cause={cause} zone={zone} />}
        <div>
          <dt>{t('payout.why.available')}</dt>
          <dd className="num">{formatInstant(availableAt, zone)}</dd>
        </div>
        <div>
          <dt>{t('payout.why.rule')}</dt>
          <dd>
            {policies.length === 0
              ? t('payout.why.noRule')
              : policies.map((policy) => (
                  <span key={policy} className={styles['policy']}>
                    {policyText(policy)}
                  </span>
                ))}
          </dd>
        </div>
        <div>
          <dt>{t('payout.why.event')}</dt>
          <dd>
            {cause === null ? (
              t('payout.why.hidden')
            ) : (
              <button
                type="button"
                className={styles['toEvent']}
                aria-expanded={open}
                onClick={() => setOpen(!open)}
              >
                {t('payout.why.number', { type: cause.type, revision: cause.revision })}
              </button>
            )}
          </dd>
        </div>
      </dl>
      {open && cause !== null && <EventData id={cause.eventId} link={cause.link} />}
    </div>
  )
}
