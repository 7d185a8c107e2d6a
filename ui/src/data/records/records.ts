import type {
  accounts,
  dataExports,
  erasures,
  members,
  ownerChanges,
  permissionRequests,
} from '@hearth/contracts/account'
import type { accessLog } from '@hearth/contracts/audit'
import type { BookingRow, bookings, ListedBookingRow } from '@hearth/contracts/booking'
import type { claims } from '@hearth/contracts/calendar'
import type { impersonations } from '@hearth/contracts/impersonation'
import type { incidents, ListedIncidentRow } from '@hearth/contracts/incident'
import type { FieldOpenedBy, Shown } from '@hearth/contracts/kernel/resource'
import type { listings, nightOverrides } from '@hearth/contracts/listing'
import type { payoutAccounts, payoutHolds } from '@hearth/contracts/payout-account'
import type { ListedReimbursementRow, reimbursements } from '@hearth/contracts/reimbursement'
import type { ListedRequestRow, requests } from '@hearth/contracts/request'
import type { reviews } from '@hearth/contracts/review'
import type { messages, threads } from '@hearth/contracts/thread'

/** A booking from the API: amounts, guest and code are null for roles that may not see them. */
export type Booking = Shown<typeof bookings>
/** The fields that lists have. */
export type ListedBooking = Shown<typeof bookings, ListedBookingRow>
type Details = FieldOpenedBy<typeof bookings, 'booking.details'>
/** A booking whose guest and code this session may see, so it can cancel it and add notes. */
export type Disclosed<B extends ListedBooking> = B & Pick<BookingRow, Details & keyof B>
export type OpenBooking = Disclosed<Booking>
export const isOpen = <B extends ListedBooking>(booking: B): booking is Disclosed<B> =>
  booking.guestName !== null
export type Listing = Shown<typeof listings>
export type Claim = Shown<typeof claims>
export type NightOverrideRecord = Shown<typeof nightOverrides>
export type Account = Shown<typeof accounts>
export type Member = Shown<typeof members>
export type PermissionRequest = Shown<typeof permissionRequests>
export type OwnerChange = Shown<typeof ownerChanges>
export type DataExport = Shown<typeof dataExports>
export type Erasure = Shown<typeof erasures>
export type AccessLogEntry = Shown<typeof accessLog>
export type PayoutAccountRecord = Shown<typeof payoutAccounts>
export type PayoutHoldRecord = Shown<typeof payoutHolds>
export type ImpersonationRecord = Shown<typeof impersonations>
/** A request from the API: texts, guest and amounts are null for roles that may not see them. */
export type RequestRecord = Shown<typeof requests>
/** The fields that lists have. */
export type ListedRequest = Shown<typeof requests, ListedRequestRow>
/** Both sides of a stay's reviews. */
export type Review = Shown<typeof reviews>
/** A claim from the API: items, guest and amounts are null for roles that may not see them. */
export type ReimbursementRecord = Shown<typeof reimbursements>
/** The fields that lists have. */
export type ListedReimbursement = Shown<typeof reimbursements, ListedReimbursementRow>
/** An incident from the API, and the fields that lists have. */
export type Incident = Shown<typeof incidents>
export type ListedIncident = Shown<typeof incidents, ListedIncidentRow>
export type Thread = Shown<typeof threads>
export type Message = Shown<typeof messages>
