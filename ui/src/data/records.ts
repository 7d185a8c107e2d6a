import type { AccountRow, DataExportRow, ErasureRow, MemberRow, PermissionRequestRow } from '@hearth/contracts/account'
import type { AccessRow } from '@hearth/contracts/audit'
import type { BookingRow } from '@hearth/contracts/booking'
import type { ClaimRow } from '@hearth/contracts/calendar'
import type { ImpersonationRow } from '@hearth/contracts/impersonation'
import type { RowFrame } from '@hearth/contracts/kernel/resource'
import type { ListingRow } from '@hearth/contracts/listing'

type Restricted = 'guestTotalMinor' | 'hostSubtotalMinor' | 'hostPayoutMinor' | 'refundedMinor' | 'chargedBackMinor' | 'money' | 'refunds'

/** A booking as the API gives it: money is null for roles that may not see it. */
export type Booking = Omit<BookingRow, Restricted> & { [K in Restricted]: BookingRow[K] | null } & RowFrame
export type Listing = ListingRow & RowFrame
export type Claim = ClaimRow & RowFrame
export type Account = AccountRow & RowFrame
export type Member = MemberRow & RowFrame
export type PermissionRequest = PermissionRequestRow & RowFrame
export type DataExport = DataExportRow & RowFrame
export type Erasure = ErasureRow & RowFrame
export type Look = AccessRow & RowFrame
export type ImpersonationRecord = ImpersonationRow & RowFrame
