import './requestTexts.ts'
import { useGetOne } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { nightsBetween, zLocalDate } from '@hearth/contracts/kernel/dates'
import { zMinorAmount } from '@hearth/contracts/kernel/money'
import { zText } from '@hearth/contracts/kernel/text'
import type { OfferPreview, OfferPreviewRequest } from '@hearth/contracts/request'
import { useFormatDeadline } from '../components/dates/useDeadline.ts'
import { formatRange } from '../components/dates/localDate.ts'
import { FormDialog } from '../components/dialog/FormDialog.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { DateField } from '../components/form/fields/DateField.tsx'
import { MoneyField, NumberField } from '../components/form/fields/NumberField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import type { Booking } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { MoneyLines } from './MoneyLines.tsx'
import styles from './OfferDialog.module.css'
import { useOfferPreview } from './useOfferPreview.ts'
import { useSettled } from './useSettled.ts'

const TYPING_MS = 400
const MAX_MESSAGE = 2_000
const MAX_GUESTS = 30

const schema = z
  .strictObject({
    checkIn: zLocalDate,
    checkOut: zLocalDate,
    adults: z.int().min(1).max(MAX_GUESTS),
    children: z.int().min(0).max(MAX_GUESTS),
    nightsMinor: zMinorAmount.nullable(),
    message: zText(0, MAX_MESSAGE),
  })
  .refine(({ checkIn, checkOut }) => nightsBetween(checkIn, checkOut) >= 1, { path: ['checkOut'] })
type Fields = z.output<typeof schema>

type Props = Readonly<{
  bookingId: string
  /** The guest’s request that the offer answers; null where the host begins. */
  counteredId: string | null
  onClose: () => void
}>
type Known = Omit<Props, 'bookingId'> & Readonly<{ booking: Booking; party: NonNullable<Booking['party']> }>

/** What differs from the booking; undefined where nothing does. */
const describeOffer = (
  { checkIn, checkOut, adults, children, nightsMinor }: Fields,
  { booking, party, counteredId }: Known,
): OfferPreviewRequest | undefined => {
  const isSameParty = adults === party.adults && children === party.children
  const isSame = checkIn === booking.checkIn && checkOut === booking.checkOut
  if (isSame && isSameParty && nightsMinor === null) return undefined
  return {
    listingId: booking.listingId,
    counteredId,
    checkIn: checkIn === booking.checkIn ? null : checkIn,
    checkOut: checkOut === booking.checkOut ? null : checkOut,
    party: isSameParty ? null : { ...party, adults, children },
    nightsMinor,
  }
}

const Effect = ({ preview }: { preview: OfferPreview }) => {
  const t = useText()
  const format = useFormatDeadline()
  return (
    <div className={styles['effect']}>
      <MoneyLines outcome={preview} after={t('request.offer.after')} />
      <p className="small q num">{t('request.offer.until', { time: format(preview.answerBy) })}</p>
    </div>
  )
}

const useOffer = (known: Known) => {
  const t = useText()
  const saved = useSaved()
  const navigate = useNavigate()
  const { booking, party, counteredId, onClose } = known
  const onSuccess = ({ id }: Readonly<{ id: string }>) => {
    saved(t('request.offer.sent'))
    onClose()
    if (counteredId === null) void navigate(to.request(id))
  }
  const command = useCommand(
    counteredId === null
      ? { resource: 'alteration-offers', touches: ['requests'], onSuccess }
      : { resource: 'requests', verb: 'counter', onSuccess },
  )
  const values: Fields = {
    checkIn: booking.checkIn,
    checkOut: booking.checkOut,
    adults: party.adults,
    children: party.children,
    nightsMinor: null,
    message: '',
  }
  const send = ({ message }: Fields) => {
    if (offer === undefined || preview.data === undefined || !isSettled) return
    const { listingId, counteredId: _counteredId, ...changes } = offer
    const body = { ...changes, message, previewToken: preview.data.token }
    if (counteredId === null) command.run({ body: { ...body, listingId, bookingId: booking.id } })
    else command.run({ record: { id: counteredId }, body })
  }
  const form = useCommandForm({ schema, values, command, send })
  const offer = form.body && describeOffer(form.body, known)
  const key = JSON.stringify(offer)
  const settled = useSettled(key, TYPING_MS)
  const isSettled = settled === key
  const preview = useOfferPreview(booking.id, isSettled ? offer : undefined)
  return { form, offer, preview }
}

const Form = (known: Known) => {
  const t = useText()
  const { form, offer, preview } = useOffer(known)
  const { booking, counteredId, onClose } = known
  const { control } = form
  const ready = preview.data !== undefined
  const missing = ready ? undefined : t(offer === undefined ? 'request.offer.nothing' : 'request.offer.wait')
  return (
    <FormDialog
      {...form.sending}
      title={t(counteredId === null ? 'request.offer.propose' : 'request.offer.title')}
      submit={t('request.offer.send')}
      close={t('request.decide.keep')}
      missing={missing}
      onClose={onClose}
    >
      <p className="q num">
        {t('request.offer.booked', { stay: formatRange(booking.checkIn, booking.checkOut) })}
        {counteredId !== null && ` ${t('request.offer.ends')}`}
      </p>
      <div className={styles['pair']}>
        <DateField control={control} name="checkIn" label={t('request.offer.checkIn')} />
        <DateField
          control={control}
          name="checkOut"
          label={t('request.offer.checkOut')}
          wrong={t('request.offer.badStay')}
        />
      </div>
      <div className={styles['pair']}>
        <NumberField control={control} name="adults" label={t('request.offer.adults')} unit="" />
        <NumberField control={control} name="children" label={t('request.offer.children')} unit="" />
      </div>
      <MoneyField
        control={control}
        name="nightsMinor"
        optional
        label={t('request.offer.price')}
        note={t('request.decide.optional')}
        help={t('request.offer.priceHelp')}
        currency={booking.currency}
      />
      <TextField
        control={control}
        name="message"
        rows={2}
        label={t('request.decide.note')}
        note={t('request.decide.optional')}
        input={{ maxLength: MAX_MESSAGE }}
      />
      <ProblemText error={preview.error} />
      {preview.data && <Effect preview={preview.data} />}
    </FormDialog>
  )
}

/** Another stay for a guest who has booked: dates, guests or price, and what it brings, before it is offered. */
const OfferDialog = ({ bookingId, ...props }: Props) => {
  const { data: booking } = useGetOne<Booking>('bookings', { id: bookingId }, { retry: false })
  if (booking === undefined || booking.party === null) return null
  return <Form {...props} booking={booking} party={booking.party} />
}
export default OfferDialog
