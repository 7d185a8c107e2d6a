import { HOUR_MS } from '@hearth/contracts/kernel/dates'
import { useNow } from '../../components/dates/useNow.ts'
import { useCan } from '../../session/session.ts'
import type { Booking } from '../records/records.ts'
import { usePolicy } from './usePolicy.ts'

const STAYED: readonly Booking['status'][] = [
  'confirmed',
  'in_stay',
  'checked_out',
  'completed',
  'cancelling',
]

/** Whether the reader can begin a claim for reimbursement about the stay now. */
export const useClaimWindow = (
  booking: Pick<Booking, 'status' | 'checkInInstant' | 'checkOutInstant'> | undefined,
): boolean => {
  const now = useNow(60_000)
  const mayWrite = useCan('reimbursement.write')
  const windowHours = usePolicy('reimbursement')?.windowHours
  if (booking === undefined || !mayWrite || windowHours === undefined) return false
  const { status, checkInInstant, checkOutInstant } = booking
  return (
    STAYED.includes(status) &&
    Date.parse(checkInInstant) <= now &&
    now < Date.parse(checkOutInstant) + windowHours * HOUR_MS
  )
}
