import { useEffect, useRef } from 'react'
import { booking as contract, type MovePreview } from '@hearth/contracts/booking'
import { formatRange } from '../../components/dates/localDate.ts'
import { moneyText } from '../../components/display/Money.tsx'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { RadioField } from '../../components/form/fields/RadioField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useAllListings } from '../../data/queries/useAllListings.ts'
import type { ListedBooking, Listing } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { readFirstName } from '../cancel/firstName.ts'
import './texts.ts'
import styles from './MoveDialog.module.css'
import { useMovePreview } from './useMovePreview.ts'

const { schema } = contract.commands.MoveBooking
const REASONS = ['NIGHTS_UNAVAILABLE', 'LIMIT_EXCEEDED', 'CURRENCY_MISMATCH'] as const

type Option = MovePreview['options'][number]

const describeRefusal = (refusal: NonNullable<Option['refusal']>, t: Text) =>
  t(`bookingMove.refusal.${REASONS.find((code) => code === refusal.code) ?? 'other'}`)

/** How the usual price of the home differs; nothing for those who don’t see amounts. */
const describeDifference = ({ usualMinor }: Option, { agreedMinor, currency }: MovePreview, t: Text) => {
  if (usualMinor === null || agreedMinor === null) return ''
  const differenceMinor = usualMinor - agreedMinor
  if (differenceMinor === 0) return t('bookingMove.same')
  const amount = moneyText(Math.abs(differenceMinor), currency)
  return t(differenceMinor > 0 ? 'bookingMove.more' : 'bookingMove.less', { amount })
}

/** The listings that fit, with what they usually cost. */
const listOptions = (preview: MovePreview, titles: ReadonlyMap<string, string>, t: Text) =>
  preview.options
    .filter(({ refusal }) => refusal === null)
    .map((option) => ({
      value: option.listingId,
      label: titles.get(option.listingId) ?? '',
      text: describeDifference(option, preview, t),
    }))

/** The listings that don’t fit, folded, each with its reason. */
const Unfit = ({ preview, titles }: Pick<Known, 'preview' | 'titles'>) => {
  const t = useText()
  const unfit = preview.options.flatMap(({ listingId, refusal }) =>
    refusal === null ? [] : [{ listingId, why: describeRefusal(refusal, t) }],
  )
  return unfit.length === 0 ? null : (
    <details className={styles['unfit']}>
      <summary>{t('bookingMove.unfit', { smart_count: unfit.length })}</summary>
      <ul>
        {unfit.map(({ listingId, why }) => (
          <li key={listingId}>
            {titles.get(listingId)}: {why}
          </li>
        ))}
      </ul>
    </details>
  )
}

type Props = Readonly<{ booking: ListedBooking; onClose: () => void }>
type Known = Props & Readonly<{ preview: MovePreview; titles: ReadonlyMap<string, string> }>

const useMove = ({ booking, onClose, titles }: Known) => {
  const t = useText()
  const saved = useSaved()
  const command = useCommand({
    resource: 'bookings',
    verb: 'move',
    ifMatch: true,
    touches: ['claims', 'threads', 'listings'],
    onSuccess: () => {
      saved(t('bookingMove.moved', { listing: titles.get(form.values.toListingId) ?? '' }))
      onClose()
    },
  })
  const form = useCommandForm({
    schema,
    values: { toListingId: '', message: '' },
    command,
    send: (body) => command.run({ record: booking, body }),
    mode: 'onSubmit',
    draft: `move/${booking.id}`,
  })
  return form
}

const Form = (known: Known) => {
  const t = useText()
  const { booking, preview, titles, onClose } = known
  const guest = booking.guestName === null ? t('app.guest') : readFirstName(booking.guestName)
  const form = useMove(known)
  const { toListingId } = form.values
  // The message names the home as long as the host has not changed it.
  const proposed = useRef('')
  const { message } = form.values
  useEffect(() => {
    if (toListingId === '' || (message !== '' && message !== proposed.current)) return
    proposed.current = t('bookingMove.template', {
      guest,
      listing: titles.get(toListingId) ?? '',
      from: titles.get(booking.listingId) ?? '',
    })
    form.set({ message: proposed.current })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [toListingId])
  const options = listOptions(preview, titles, t)
  const missing =
    form.body !== undefined
      ? undefined
      : options.length === 0
        ? t('bookingMove.noneFit')
        : toListingId === ''
          ? t('bookingMove.choose', { guest })
          : t('bookingMove.write')
  return (
    <FormDialog
      {...form.sending}
      title={t('bookingMove.title', { guest })}
      submit={t('bookingMove.move')}
      close={t('bookingMove.keep')}
      missing={missing}
      onClose={onClose}
    >
      <p className="q num">
        {t('bookingMove.intro', { stay: formatRange(booking.checkIn, booking.checkOut) })}
      </p>
      {options.length > 0 && (
        <RadioField
          control={form.control}
          name="toListingId"
          label={t('bookingMove.where')}
          options={options}
        />
      )}
      <Unfit preview={preview} titles={titles} />
      {toListingId !== '' && (
        <TextField
          control={form.control}
          name="message"
          rows={5}
          label={t('bookingMove.message', { guest })}
          help={t('bookingMove.messageHelp')}
        />
      )}
    </FormDialog>
  )
}

const nothing = () => undefined

/** Which listing a stay moves to, what that costs the host, and what the guest is written. */
const MoveDialog = ({ booking, onClose }: Props) => {
  const t = useText()
  const listings = useAllListings()
  const others = listings.data?.filter(
    ({ id, status }: Listing) => status === 'live' && id !== booking.listingId,
  )
  const preview = useMovePreview(booking.id, others)
  const titles = new Map(listings.data?.map(({ id, title }) => [id, title]))
  if (preview.data !== undefined)
    return <Form booking={booking} preview={preview.data} titles={titles} onClose={onClose} />
  const error = listings.error ?? preview.error
  const text = others?.length === 0 ? t('bookingMove.none') : t('bookingMove.loading')
  return (
    <FormDialog
      title={t('bookingMove.open')}
      submit={t('bookingMove.move')}
      close={t('bookingMove.keep')}
      missing={text}
      pending={false}
      error={null}
      onSubmit={nothing}
      onClose={onClose}
    >
      {error ? (
        <ErrorState
          title={t('bookingMove.failed')}
          error={error}
          onRetry={() => void Promise.all([listings.refetch(), preview.refetch()])}
        />
      ) : (
        others?.length !== 0 && <Skeleton height={120} />
      )}
    </FormDialog>
  )
}
export default MoveDialog
