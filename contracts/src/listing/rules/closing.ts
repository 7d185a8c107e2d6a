import type { AgreementStatus } from '../../agreement/agreement.ts'
import type { LocalDate } from '../../kernel/dates.ts'
import type { ListingStatus } from '../resource.ts'

type Contract = Readonly<{ status: AgreementStatus; effectiveOn: LocalDate | null }>
export type Closing = Readonly<{
  /** The day by which stays must be over; null: no end is known. */
  closesOn: LocalDate | null
  /** Guests may book; a listing that was live when it was delisted stays bookable until its last day. */
  takesStays: boolean
}>

/**
 * The earlier of the end of a delisted listing and that of an agreement under notice: until then stays are
 * taken whose nights end by then (docs/domain/listing.md#delisting).
 */
export const findClosing = (
  { status, openUntil }: Readonly<{ status: ListingStatus; openUntil: LocalDate | null }>,
  contract: Contract | undefined,
  today: LocalDate,
): Closing => {
  const noticed =
    contract?.status === 'terminating' || contract?.status === 'terminated' ? contract.effectiveOn : null
  const ends = [openUntil, noticed].filter((end) => end !== null).toSorted()
  return {
    closesOn: ends[0] ?? null,
    takesStays: status === 'live' || (status === 'delisted' && openUntil !== null && today < openUntil),
  }
}
