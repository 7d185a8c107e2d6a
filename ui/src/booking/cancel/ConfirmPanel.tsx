import type { ReactNode } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useLock } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { problemText } from '../../data/http/problems.ts'
import type { OpenBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatRange } from '../../components/dates/localDate.ts'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { Money } from '../../components/display/Money.tsx'
import { useLockText } from '../../components/feedback/useLockText.ts'
import styles from './CancelPage.module.css'
import { readFirstName } from './firstName.ts'
import type { CancelState } from './useCancelForm.ts'

type Props = {
  booking: OpenBooking
  listingTitle: string
  form: CancelState
  message: ReactNode
  onLinkSent: () => void
}

const Problem = ({ error }: { error: unknown }) => {
  const t = useText()
  return error === null ? null : (
    <p role="alert" className="bad-ink small">
      {problemText(error, t)}
    </p>
  )
}

/** Why the button is disabled. */
const useMissing = (form: CancelState) => {
  const t = useText()
  const lockText = useLockText('booking.cancel')
  if (lockText !== undefined) return lockText
  if (form.quote.data && form.quote.data.quote === null) return t('cancel.noQuote')
  if (form.reason === null) return t('cancel.missingReason')
  if (!form.messageRight) return t('cancel.missingMessage')
  return form.codeRight ? null : t('cancel.missingCode')
}

const Cost = ({ form, currency }: { form: CancelState; currency: OpenBooking['currency'] }) => {
  const t = useText()
  return (
    <p className={styles['cost']}>
      <span className="q">{t('cancel.costs')}</span>
      {form.scenario && (
        <b className="bad-ink">
          <Money amountMinor={-form.scenario.differenceMinor} currency={currency} />
        </b>
      )}
    </p>
  )
}

const CancelNow = ({ booking, form, message }: Pick<Props, 'booking' | 'form' | 'message'>) => {
  const t = useText()
  const locked = useLock('booking.cancel') !== undefined
  const missing = useMissing(form)
  return (
    <>
      {message}
      <Cost form={form} currency={booking.currency} />
      <form
        className={styles['go']}
        onSubmit={(event) => {
          event.preventDefault()
          if (form.ready && !locked) form.submit()
        }}
      >
        <Field
          label={
            <>
              {t('cancel.type')} <code>{booking.code}</code> {t('cancel.toConfirm')}
            </>
          }
        >
          {(field) => (
            <OutlinedInput
              {...field}
              className={styles['code'] ?? ''}
              value={form.typed}
              onChange={({ target }) => form.setTyped(target.value)}
              placeholder={booking.code}
              autoComplete="off"
              spellCheck={false}
              inputProps={{ autoCapitalize: 'characters', maxLength: 20 }}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="contained"
          color="error"
          disabled={!form.ready || locked}
          loading={form.cancel.pending}
        >
          {t('cancel.submit')}
        </Button>
      </form>
      <Problem error={form.cancel.error} />
      <p className={`small q ${styles['desk']}`}>
        {missing === null || (form.ready && !locked)
          ? t('cancel.tenMinutes')
          : `${missing} ${t('cancel.tenMinutes')}`}
      </p>
    </>
  )
}

const SendLink = ({ booking, form, onLinkSent }: Pick<Props, 'booking' | 'form' | 'onLinkSent'>) => {
  const t = useText()
  const guest = readFirstName(booking.guestName)
  const lockText = useLockText('booking.cancel')
  return (
    <>
      <p className="small q">{t('cancel.linkText', { guest })}</p>
      <Button
        variant="contained"
        color="primary"
        disabled={lockText !== undefined}
        loading={form.link.pending}
        onClick={() => void form.link.runAsync({ record: booking }).then(onLinkSent, () => undefined)}
      >
        {t('cancel.sendLink', { guest })}
      </Button>
      {lockText !== undefined && <p className="small q">{lockText}</p>}
      <Problem error={form.link.error} />
    </>
  )
}

/** The last step of a cancellation: stay, message, cost, and the code to type. */
export const ConfirmPanel = ({ booking, listingTitle, form, message, onLinkSent }: Props) => {
  const t = useText()
  const format = useFormatDeadline()
  return (
    <section className={styles['panel']} aria-labelledby="confirm">
      <header>
        <h2 id="confirm">3&ensp;{t('cancel.confirm')}</h2>
      </header>
      <div className={styles['body']}>
        <p className={styles['desk']}>
          <b className="strong">
            {booking.guestName}, {listingTitle}
          </b>
          <br />
          <span className="q num small">
            {formatRange(booking.checkIn, booking.checkOut)},{' '}
            {t('booking.nightCount', { smart_count: booking.nights })}
          </span>
        </p>
        {form.choice === 'now' && <CancelNow booking={booking} form={form} message={message} />}
        {form.choice === 'later' && (
          <p className="q small">
            {t('cancel.laterText', {
              instant: form.scenario ? format(form.scenario.at, booking.snapshot.timezone) : '',
            })}
          </p>
        )}
        {form.choice === 'guest' && <SendLink booking={booking} form={form} onLinkSent={onLinkSent} />}
        <LinkButton className={styles['desk'] ?? ''} to={to.booking(booking.id)}>
          {t('undoBar.keep')}
        </LinkButton>
      </div>
    </section>
  )
}
