import type {
  AccountRow,
  DataExportRow,
  ErasureRow,
  MemberRow,
  PermissionRequestRow,
} from '@hearth/contracts/account'
import type { AccessRow } from '@hearth/contracts/audit'
import type { BookingRow, ListedBookingRow } from '@hearth/contracts/booking'
import type { ClaimRow } from '@hearth/contracts/calendar'
import type { ImpersonationRow } from '@hearth/contracts/impersonation'
import type { RowFrame } from '@hearth/contracts/kernel/resource'
import type { ListingRow } from '@hearth/contracts/listing'
import type { PayoutAccountRow, PayoutHoldRow } from '@hearth/contracts/payout-account'

type Amounts =
  | 'guestTotalMinor'
  | 'hostSubtotalMinor'
  | 'hostPayoutMinor'
  | 'refundedMinor'
  | 'chargedBackMinor'
  | 'money'
  | 'refunds'
type Details = 'code' | 'guestRef' | 'guestName' | 'party' | 'guests' | 'notes'

type Restricted<Row> = { [K in keyof Row]: K extends Amounts | Details ? Row[K] | null : Row[K] } & RowFrame

/** A booking as the API gives it: amounts, and guest and code, are null for roles that may not see them. */
export type Booking = Restricted<BookingRow>
/** What lists have of it. */
export type ListedBooking = Restricted<ListedBookingRow>
/** One whose guest and code are told: what can be cancelled or noted on. */
export type Told<B extends ListedBooking> = B & { [K in Details & keyof B]: NonNullable<B[K]> }
export type OpenBooking = Told<Booking>
export const isOpen = <B extends ListedBooking>(booking: B): booking is Told<B> => booking.guestName !== null
export type Listing = ListingRow & RowFrame
export type Claim = ClaimRow & RowFrame
export type Account = AccountRow & RowFrame
export type Member = MemberRow & RowFrame
export type PermissionRequest = PermissionRequestRow & RowFrame
export type DataExport = DataExportRow & RowFrame
export type Erasure = ErasureRow & RowFrame
export type Look = AccessRow & RowFrame
export type PayoutAccountRecord = PayoutAccountRow & RowFrame
export type PayoutHoldRecord = PayoutHoldRow & RowFrame
export type ImpersonationRecord = ImpersonationRow & RowFrame
