import { cancellationQuote, readQuotedBooking } from '@hearth/contracts/booking'
import type { OpenBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Icon, type IconName } from '../../components/display/icons.tsx'
import { Deadline } from '../../components/dates/Deadline.tsx'
import { formatRange } from '../../components/dates/localDate.ts'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { moneyText } from '../../components/display/Money.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import styles from './CancelPage.module.css'
import { readFirstName } from './firstName.ts'
import { FormulaCard } from './FormulaCard.tsx'
import { useBookingHistory } from '../useBooking.ts'

const Steps = ({ title, icon, texts }: { title: string; icon: IconName; texts: readonly string[] }) => (
  <div>
    <h2>{title}</h2>
    <ul className="q">
      {texts.map((text) => (
        <li key={text}>
          <Icon name={icon} size={16} />
          {text}
        </li>
      ))}
    </ul>
  </div>
)

/** What has not happened yet, what happens when the ten minutes are over, and what follows. */
const TenMinutes = ({ booking, at }: { booking: OpenBooking; at: string }) => {
  const t = useText()
  const { outcome, currency } = booking
  const guest = readFirstName(booking.guestName)
  return (
    <section className={styles['state']}>
      <Steps
        title={t('cancel.until', { at })}
        icon="pause"
        texts={[t('cancel.notTold', { guest }), t('cancel.noMoney'), t('cancel.stillTheirs', { guest })]}
      />
      <Steps
        title={t('cancel.at', { at })}
        icon="arrow"
        texts={[
          outcome
            ? t('cancel.getsAndMessage', { guest, amount: moneyText(outcome.refundTotalMinor, currency) })
            : t('cancel.getsMessage', { guest }),
          ...(outcome && outcome.hostFeeMinor > 0
            ? [t('cancel.feePosted', { amount: moneyText(outcome.hostFeeMinor, currency) })]
            : []),
          t('cancel.rangeBlocked', { range: formatRange(booking.checkIn, booking.checkOut) }),
        ]}
      />
      <Steps title={t('cancel.after')} icon="arrow" texts={[t('cancel.cannotUndo')]} />
    </section>
  )
}

/** A cancellation in its ten minutes, with the numbers it was confirmed with and the guest's message. */
export const CancelRunning = ({
  booking,
  crumbs,
  title,
}: {
  booking: OpenBooking
  crumbs: readonly { label: string; to?: string }[]
  title: string
}) => {
  const t = useText()
  const { data: history = [] } = useBookingHistory(booking.id)
  const { snapshot, outcome, effectiveAt, cancelMessage } = booking
  const guest = readFirstName(booking.guestName)
  const format = useFormatDeadline()
  const at = effectiveAt === null ? '' : format(effectiveAt, snapshot.timezone)
  const started = history.find(({ type }) => type === 'BookingCancellationStarted')
  const quoted = readQuotedBooking(booking)
  const [confirmed] = outcome && quoted ? cancellationQuote(quoted, 'host', outcome.cancelAt).scenarios : []
  return (
    <>
      <PageHeader
        title={title}
        crumbs={crumbs}
        aside={
          effectiveAt !== null && (
            <StatusChip tone="bad">
              <Deadline instant={effectiveAt} place={snapshot.timezone} text="cancel.finalIn" />
            </StatusChip>
          )
        }
      />
      <TenMinutes booking={booking} at={at} />
      <div className={styles['pair']}>
        {confirmed && (
          <FormulaCard
            booking={booking}
            scenario={confirmed}
            title={t('cancel.confirmed')}
            {...(started ? { note: `${started.who.name}, ${format(started.at, snapshot.timezone)}` } : {})}
          />
        )}
        <Card className={styles['waiting']} title={t('cancel.messageWaiting', { guest })}>
          <p className="q">{cancelMessage}</p>
          <p className="small c">{t('cancel.sentAt', { at })}</p>
        </Card>
      </div>
    </>
  )
}
