import { useState } from 'react'
import { OutlinedInput, useMediaQuery } from '@mui/material'
import type { OpenBooking } from '../../data/records/records.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Field } from '../../components/form/Field.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatRange } from '../../components/dates/localDate.ts'
import { formatReaderTime } from '../../components/dates/useDeadline.ts'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import styles from './CancelPage.module.css'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { ConfirmPanel } from './ConfirmPanel.tsx'
import { readFirstName } from './firstName.ts'
import { FormulaCard } from './FormulaCard.tsx'
import { ReasonChips, ReasonSelect } from './ReasonPicker.tsx'
import { ScenarioCards } from './ScenarioCards.tsx'
import { ScenarioGrid } from './ScenarioGrid.tsx'
import { MIN_MESSAGE, useCancelForm, type CancelState } from './useCancelForm.ts'

type Props = Readonly<{ booking: OpenBooking; form: CancelState; phone: boolean }>

const LinkSent = ({ booking }: Pick<Props, 'booking'>) => {
  const t = useText()
  const guest = readFirstName(booking.guestName)
  return (
    <Card>
      <EmptyState
        icon="check"
        title={t('cancel.linkSent', { guest })}
        text={t('cancel.linkSentText', { guest })}
        actions={
          <LinkButton filled to={to.booking(booking.id)}>
            {t('cancel.toBooking')}
          </LinkButton>
        }
      />
    </Card>
  )
}

const Message = ({ form, guest }: Pick<Props, 'form'> & { guest: string }) => {
  const t = useText()
  return (
    <Field
      label={t('cancel.message', { guest })}
      error={form.messageWrong ? t('cancel.messageShort', { min: MIN_MESSAGE }) : undefined}
    >
      {(field) => (
        <OutlinedInput
          {...field}
          multiline
          minRows={4}
          value={form.message}
          onChange={({ target }) => form.setMessage(target.value)}
          inputProps={{ maxLength: 1000 }}
          sx={{ padding: 0, '& textarea': { padding: '10px 12px' } }}
        />
      )}
    </Field>
  )
}

/** First step: why the booking is cancelled. */
const Why = ({ booking, form, phone }: Props) => {
  const t = useText()
  const Picker = phone ? ReasonSelect : ReasonChips
  return (
    <>
      <div className={styles['step']}>
        <b>1</b>
        <h2 id="why">{t('cancel.why')}</h2>
        <span className="small only-desk">
          {t('cancel.whyHelp', { guest: readFirstName(booking.guestName) })}
        </span>
      </div>
      <Picker reason={form.reason} onChange={form.setReason} />
    </>
  )
}

/** Second step: who cancels, with what each choice costs and how that is computed. */
const Who = ({ booking, form, phone }: Props) => {
  const t = useText()
  const { data: quote } = form.quote
  return (
    <>
      <div className={styles['step']}>
        <b>2</b>
        <h2>{t('cancel.who')}</h2>
        {quote && (
          <span className="small num only-desk">
            {t('cancel.workedOut', {
              time: formatReaderTime(quote.computedAt),
              until: formatReaderTime(quote.validUntil),
            })}
          </span>
        )}
      </div>
      <Scenarios booking={booking} form={form} phone={phone} />
      <Formula booking={booking} form={form} />
    </>
  )
}

const Scenarios = ({ booking, form, phone }: Props) => {
  const t = useText()
  const { data: quote, error, refetch } = form.quote
  if (error && !quote)
    return (
      <Card>
        <ErrorState title={t('cancel.quoteFailed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!quote) return <Skeleton height={366} />
  const Choices = phone ? ScenarioCards : ScenarioGrid
  return (
    <Choices
      booking={booking}
      quote={{ ...quote, scenarios: form.scenarios }}
      choice={form.choice}
      onChoose={form.choose}
    />
  )
}

const Formula = ({ booking, form: { scenario } }: Omit<Props, 'phone'>) => {
  const t = useText()
  if (!scenario) return null
  const guest = readFirstName(booking.guestName)
  const what = t(`cancel.scenario.${scenario.key}`, { guest }).toLowerCase()
  return (
    <FormulaCard
      booking={booking}
      scenario={scenario}
      title={t('cancel.how', { what: what.replace(guest.toLowerCase(), guest) })}
    />
  )
}

export const CancelForm = ({ booking, listingTitle }: { booking: OpenBooking; listingTitle: string }) => {
  const t = useText()
  const phone = useMediaQuery('(max-width:700px)')
  const form = useCancelForm(booking)
  const [linkSent, setLinkSent] = useState(false)
  const { data: quote } = form.quote
  if (linkSent) return <LinkSent booking={booking} />
  const message = <Message form={form} guest={readFirstName(booking.guestName)} />
  return (
    <>
      <p className={`only-phone num ${styles['when']}`}>
        {formatRange(booking.checkIn, booking.checkOut)},{' '}
        {t('booking.nightCount', { smart_count: booking.nights })}
      </p>
      <div className={styles['two']}>
        <div>
          <Why booking={booking} form={form} phone={phone} />
          <Who booking={booking} form={form} phone={phone} />
          {phone && form.choice === 'now' && <div className={styles['phoneMessage']}>{message}</div>}
        </div>
        {form.outdated && quote ? (
          <ChangedMeanwhile
            before={form.outdated}
            after={quote}
            onAccept={form.acceptNewNumbers}
            keepPath={to.booking(booking.id)}
          />
        ) : (
          <ConfirmPanel
            booking={booking}
            listingTitle={listingTitle}
            form={form}
            message={phone ? null : message}
            onLinkSent={() => setLinkSent(true)}
          />
        )}
      </div>
    </>
  )
}
