import { useGetList } from 'react-admin'
import { MAX_LOST_BOOKINGS } from '@hearth/contracts/reimbursement'
import { formatRange } from '../../components/dates/localDate.ts'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import type { ListedBooking, ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import styles from './Draft.module.css'
import type { ItemForm } from './itemForm.ts'

/** Chooses the bookings that were cancelled because of the damage. */
export const LostBookings = ({
  form,
  claim: { listingId, checkOut },
}: Readonly<{ form: ItemForm; claim: ReimbursementRecord }>) => {
  const t = useText()
  const { data = [], isPending } = useGetList<ListedBooking>('bookings', {
    pagination: { page: 1, perPage: MAX_LOST_BOOKINGS },
    sort: { field: 'checkIn', order: 'ASC' },
    filter: { listingId, status: ['cancelled'], ...(checkOut !== null && { checkIn_gte: checkOut }) },
  })
  const chosen = form.values.lostBookingIds
  const toggle = (id: string) =>
    form.set({
      lostBookingIds: chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id],
    })
  return (
    <fieldset className={styles['lost']}>
      <legend>{t('reimbursement.draft.lostBookings')}</legend>
      {!isPending && data.length === 0 && (
        <p className="small q">{t('reimbursement.draft.noLostBookings')}</p>
      )}
      {data.map(({ id, guestName, checkIn, checkOut: end }) => {
        const label = `${guestName ?? t('reimbursement.guest')}, ${formatRange(checkIn, end)}`
        return (
          <label key={id}>
            <Checkbox label={label} checked={chosen.includes(id)} onChange={() => toggle(id)} />
            <span aria-hidden>{label}</span>
          </label>
        )
      })}
      {data.length > 0 && chosen.length === 0 && (
        <p className="small q">{t('reimbursement.draft.needLost')}</p>
      )}
    </fieldset>
  )
}
