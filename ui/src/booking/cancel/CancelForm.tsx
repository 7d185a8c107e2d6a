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
import { formatRange, wallClock } from '../../components/dates/localDate.ts'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import styles from './CancelPage.module.css'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { ConfirmPanel } from './ConfirmPanel.tsx'
import { firstName } from './firstName.ts'
import { FormulaCard } from './FormulaCard.tsx'
import { ReasonChips, ReasonSelect } from './ReasonPicker.tsx'
import { ScenarioCards } from './ScenarioCards.tsx'
import { ScenarioGrid } from './ScenarioGrid.tsx'
import { MIN_MESSAGE, useCancelForm } from './useCancelForm.ts'

export const CancelForm = ({ booking, listingTitle }: { booking: OpenBooking; listingTitle: string }) => {
  const t = useText()
  const phone = useMediaQuery('(max-width:700px)')
  const form = useCancelForm(booking)
  const [linkSent, setLinkSent] = useState(false)
  const guest = firstName(booking.guestName)
  const { data: quote, error, refetch } = form.quote
  const stay = formatRange(booking.checkIn, booking.checkOut)

  if (linkSent)
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

  const message = (
    <Field
      label={t('cancel.message', { guest })}
      error={form.messageRight ? undefined : t('cancel.messageShort', { min: MIN_MESSAGE })}
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
  return (
    <>
      <p className={`only-phone num ${styles['when']}`}>
        {stay}, {t('bookings.nightCount', { smart_count: booking.nights })}
      </p>
      <div className={styles['two']}>
        <div>
          <div className={styles['step']}>
            <b>1</b>
            <h2 id="why">{t('cancel.why')}</h2>
            <span className="small only-desk">{t('cancel.whyHelp', { guest })}</span>
          </div>
          {phone ? (
            <ReasonSelect reason={form.reason} onChange={form.setReason} />
          ) : (
            <ReasonChips reason={form.reason} onChange={form.setReason} />
          )}
          <div className={styles['step']}>
            <b>2</b>
            <h2>{t('cancel.who')}</h2>
            {quote && (
              <span className="small num only-desk">
                {t('cancel.workedOut', {
                  time: wallClock(quote.computedAt, booking.snapshot.timezone).time,
                  until: wallClock(quote.validUntil, booking.snapshot.timezone).time,
                })}
              </span>
            )}
          </div>
          {error && !quote ? (
            <Card>
              <ErrorState title={t('cancel.quoteFailed')} error={error} onRetry={() => void refetch()} />
            </Card>
          ) : !quote ? (
            <Skeleton height={366} />
          ) : phone ? (
            <ScenarioCards booking={booking} quote={quote} choice={form.choice} onChoose={form.choose} />
          ) : (
            <ScenarioGrid booking={booking} quote={quote} choice={form.choice} onChoose={form.choose} />
          )}
          {form.scenario && (
            <FormulaCard
              booking={booking}
              scenario={form.scenario}
              title={t('cancel.how', {
                what: t(`cancel.scenario.${form.scenario.key}`, { guest })
                  .toLowerCase()
                  .replace(guest.toLowerCase(), guest),
              })}
            />
          )}
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
