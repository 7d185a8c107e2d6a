import {
  computeDac7HoldAt,
  computeReminderAt,
  REMINDER_DAYS,
  type TaxProfile,
} from '@hearth/contracts/tax-profile'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { useNow } from '../components/dates/useNow.ts'
import { Card } from '../components/layout/Card.tsx'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import styles from './TaxProfile.module.css'
import { formatReaderDay } from './useTaxProfile.ts'

/** The days of the reminders and the hold, those that are over in a lighter ink. */
const Timeline = ({ requestedAt, isHeld }: { requestedAt: string; isHeld: boolean }) => {
  const t = useText()
  const now = new Date(useNow(MINUTE_MS)).toISOString()
  const steps = [
    ...REMINDER_DAYS.map((_days, number) => ({
      at: computeReminderAt(requestedAt, number),
      text: number === 0 ? t('taxProfile.dac7.asked') : t('taxProfile.dac7.reminder', { number }),
    })),
    {
      at: computeDac7HoldAt(requestedAt),
      text: t(isHeld ? 'taxProfile.dac7.held' : 'taxProfile.dac7.hold'),
    },
  ]
  return (
    <ol className={styles['timeline']} aria-label={t('taxProfile.dac7.timeline')}>
      {steps.map(({ at, text }, index) => (
        <li key={at} data-done={at <= now} data-hot={index === steps.length - 1}>
          <b className="num">{formatReaderDay(at)}</b>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

/** What DAC7 asks for, and what happens when it is missing. */
export const Dac7Card = ({ profile: { dac7, requests, holds } }: { profile: TaxProfile }) => {
  const t = useText()
  const missing = requests.dac7 !== null && dac7 === null
  return (
    <Card title={t('taxProfile.dac7.title')} className={missing ? styles['first'] : undefined}>
      <div className={styles['body']}>
        <p>
          {dac7 !== null
            ? t('taxProfile.dac7.given', { day: formatReaderDay(dac7.providedAt) })
            : t(missing ? 'taxProfile.dac7.ask' : 'taxProfile.dac7.none')}
        </p>
        {(missing || dac7 !== null) && (
          <LinkButton to={to.taxDac7()} {...(missing && { variant: 'contained', color: 'primary' })}>
            {t(missing ? 'taxProfile.dac7.start' : 'taxProfile.dac7.change')}
          </LinkButton>
        )}
      </div>
      {missing && requests.dac7 !== null && (
        <Timeline requestedAt={requests.dac7} isHeld={holds.dac7 !== null} />
      )}
    </Card>
  )
}
