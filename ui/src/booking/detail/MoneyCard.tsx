import { Fragment } from 'react'
import { formatAmount } from '@hearth/contracts/kernel/money'
import type { Booking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { formatDay, wallClock } from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import styles from './MoneyCard.module.css'
import { useMoneyLines, type MoneyLine } from './useMoneyLines.ts'

const Lines = ({ lines, currency }: { lines: readonly MoneyLine[]; currency: Booking['currency'] }) => (
  <table className={styles['lines']}>
    <tbody>
      {lines.map(({ key, label, formula, amountMinor, kind }) => (
        <tr key={key} className={kind === undefined ? undefined : styles[kind]}>
          <th scope="row">
            {label}
            {formula !== undefined && <span className="formula">{formula}</span>}
          </th>
          <td>
            {kind === 'total' ? (
              <Money amountMinor={amountMinor} currency={currency} />
            ) : (
              formatAmount(amountMinor, currency)
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Why a declared event comes before the cancellation policy. */
const DisruptionNote = ({ booking: { disruption, outcome, status } }: { booking: Booking }) => {
  const t = useText()
  if (disruption === null) return null
  const { title } = disruption
  if (outcome?.tier === 'override')
    return <p className="small">{t('booking.disruption.cancelled', { title })}</p>
  return status === 'confirmed' || status === 'overbooked' ? (
    <p className="small">{t('booking.disruption.open', { title })}</p>
  ) : null
}

/** The amounts line by line with their formulas, and whether they add up. */
export const MoneyCard = ({ booking }: { booking: Booking }) => {
  const t = useText()
  const { sections, addsUp } = useMoneyLines(booking)
  const fixed = t('booking.fixed', {
    day: formatDay(wallClock(booking.confirmedAt, booking.snapshot.timezone).date),
  })
  return (
    <Card title={t('booking.money')} note={fixed}>
      <div className={styles['body']}>
        <DisruptionNote booking={booking} />
        {sections.map(({ key, title, lines }) => (
          <Fragment key={key}>
            {title !== undefined && <h3 className={styles['part']}>{title}</h3>}
            <Lines lines={lines} currency={booking.currency} />
          </Fragment>
        ))}
        <p className={addsUp ? styles['check'] : styles['broken']}>
          <Icon name={addsUp ? 'check' : 'alert'} size={16} />
          {t(addsUp ? 'booking.addsUp' : 'booking.doesNotAddUp')}
        </p>
      </div>
    </Card>
  )
}
