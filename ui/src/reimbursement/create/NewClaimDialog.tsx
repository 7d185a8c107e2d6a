import '../texts.ts'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import {
  REIMBURSEMENT_KINDS,
  zReimbursementKind,
  type ReimbursementKind,
} from '@hearth/contracts/reimbursement'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatDay, formatRange, wallClock } from '../../components/dates/localDate.ts'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { RadioField } from '../../components/form/fields/RadioField.tsx'
import { SelectField } from '../../components/form/fields/SelectField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useAllListings } from '../../data/queries/useAllListings.ts'
import { usePolicy } from '../../data/queries/usePolicy.ts'
import type { ListedBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { closesAt, useClaimableStays } from './useClaimableStays.ts'
import { useEarlierClaims } from './useEarlierClaims.ts'

const HOURS_OF_DAY = 24

const schema = z
  .strictObject({ kind: zReimbursementKind, listingId: z.string().min(1), bookingId: z.string() })
  .refine(({ kind, bookingId }) => kind === 'expense' || bookingId !== '', { path: ['bookingId'] })

/** What the page that opened the dialog knows of the claim. */
export type ClaimOrigin = Readonly<{
  listingId: string
  bookingId: string | null
  incidentId: string | null
  kind: ReimbursementKind
}>

const useStayOptions = (listingId: string) => {
  const t = useText()
  const { data: listings = [] } = useAllListings()
  const listing = listings.find(({ id }) => id === listingId)
  const windowHours = usePolicy('reimbursement')?.windowHours
  const stays = useClaimableStays(listing, windowHours)
  const nameStay = (booking: ListedBooking) => {
    const stay = `${booking.guestName ?? t('reimbursement.guest')}, ${formatRange(booking.checkIn, booking.checkOut)}`
    if (windowHours === undefined || listing === undefined) return stay
    const day = formatDay(wallClock(closesAt(booking, windowHours), listing.timezone).date)
    return t('reimbursement.create.until', { stay, day })
  }
  return {
    listings,
    windowDays: (windowHours ?? 0) / HOURS_OF_DAY,
    stays: stays?.map((booking) => ({ value: booking.id, label: nameStay(booking) })),
  }
}

/** Begins a claim, and opens its page. */
const NewClaimDialog = ({ from, onClose }: Readonly<{ from?: ClaimOrigin; onClose: () => void }>) => {
  const t = useText()
  const navigate = useNavigate()
  const command = useCommand({
    resource: 'reimbursements',
    // Leaving the page closes the dialog as well.
    onSuccess: ({ id }) => void navigate(to.reimbursement(id)),
  })
  const values: z.input<typeof schema> = {
    kind: from?.kind ?? 'damage',
    listingId: from?.listingId ?? '',
    bookingId: from?.bookingId ?? '',
  }
  const form = useCommandForm({
    schema,
    values,
    command,
    send: ({ kind, listingId, bookingId }) => {
      const about = { kind, listingId, incidentId: from?.incidentId ?? null }
      command.run({
        body: kind === 'expense' ? about : { ...about, bookingId, after: earlier?.last?.id ?? null },
      })
    },
    mode: 'onSubmit',
  })
  const { kind, listingId, bookingId } = form.values
  const isExpense = kind === 'expense'
  const { listings, stays, windowDays } = useStayOptions(listingId)
  const earlier = useEarlierClaims(isExpense ? '' : bookingId)
  const isStayAsked = from === undefined || from.bookingId === null
  const open = isExpense ? undefined : earlier?.open
  const missing = !form.body
    ? t(isExpense ? 'reimbursement.create.missingListing' : 'reimbursement.create.missing')
    : open
      ? t('reimbursement.create.already')
      : isExpense || earlier
        ? undefined
        : t('app.loading')
  return (
    <FormDialog
      {...form.sending}
      title={t('reimbursement.create.title')}
      submit={t('reimbursement.create.start')}
      close={t('reimbursement.create.back')}
      missing={missing}
      onClose={onClose}
    >
      <RadioField
        control={form.control}
        name="kind"
        label={t('reimbursement.create.kind')}
        options={REIMBURSEMENT_KINDS.filter((value) => isStayAsked || value !== 'expense').map((value) => ({
          value,
          label: t(`reimbursement.kind.${value}`),
          text: t(`reimbursement.kindHelp.${value}`),
        }))}
      />
      {from === undefined && (
        <SelectField
          control={form.control}
          name="listingId"
          label={t('reimbursement.create.listing')}
          options={[
            { value: '', label: t('reimbursement.create.chooseListing') },
            ...listings.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onPick={() => form.set({ bookingId: '' })}
        />
      )}
      {isStayAsked && !isExpense && listingId !== '' && stays?.length === 0 && (
        <p className="small q">{t('reimbursement.create.noStays', { days: windowDays })}</p>
      )}
      {isStayAsked && !isExpense && listingId !== '' && stays?.length !== 0 && (
        <SelectField
          control={form.control}
          name="bookingId"
          label={t('reimbursement.create.stay')}
          options={[
            {
              value: '',
              label: t(stays ? 'reimbursement.create.chooseStay' : 'reimbursement.create.loading'),
            },
            ...(stays ?? []),
          ]}
        />
      )}
      {open && <LinkButton to={to.reimbursement(open.id)}>{t('reimbursement.create.openIt')}</LinkButton>}
    </FormDialog>
  )
}
export default NewClaimDialog
