import { z } from 'zod'
import { NOTIFICATION_KINDS, type NotificationKind } from '../account/notifications.ts'
import type { Capability } from '../kernel/access.ts'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'

/** Notices are shown for 30 days, the newest 30 of them (docs/domain/notice.md#in-the-console). */
export const NOTICE_DAYS = 30
export const MAX_NOTICES = 30

type NoticeEvent = Readonly<{
  /** The kind that email and push follow for the same event. */
  kind: NotificationKind
  /** Who does not have it gets no notice of it. */
  capability: Capability
}>
const define = <const T extends Readonly<Record<string, NoticeEvent>>>(table: T) => table

/**
 * The events that people are notified of in the console; an event that is not here makes no notice. Every
 * kind is one of those that email has (docs/domain/notice.md#kinds).
 */
export const NOTICE_EVENTS = define({
  BookingConfirmed: { kind: 'booking', capability: 'booking.read' },
  BookingDisrupted: { kind: 'booking', capability: 'booking.read' },
  DisruptionEvidenceAnswered: { kind: 'booking', capability: 'booking.details' },
  BookingCancelled: { kind: 'booking', capability: 'booking.read' },
  OverbookingDetected: { kind: 'booking', capability: 'booking.read' },
  GuestMessageReceived: { kind: 'guest_message', capability: 'thread.read' },
  ResponseReminderDue: { kind: 'guest_waiting', capability: 'thread.read' },
  PlannedMessageHeld: { kind: 'guest_waiting', capability: 'thread.read' },
  BookingRequested: { kind: 'request_opened', capability: 'request.read' },
  AlterationRequested: { kind: 'request_opened', capability: 'request.read' },
  RefundWaiverRequested: { kind: 'request_opened', capability: 'request.read' },
  ExpenseApprovalRequested: { kind: 'request_opened', capability: 'request.read' },
  RequestReminderDue: { kind: 'request_reminder', capability: 'request.read' },
  ExpenseEscalated: { kind: 'request_reminder', capability: 'request.read' },
  RequestExpired: { kind: 'request_expired', capability: 'request.read' },
  RequestAccepted: { kind: 'request_update', capability: 'request.read' },
  OfferAccepted: { kind: 'request_update', capability: 'request.read' },
  OfferDeclined: { kind: 'request_update', capability: 'request.read' },
  RefundWaiverGranted: { kind: 'request_update', capability: 'request.read' },
  RequestDeclined: { kind: 'request_update', capability: 'request.read' },
  RequestWithdrawn: { kind: 'request_update', capability: 'request.read' },
  ExpenseApproved: { kind: 'request_update', capability: 'request.read' },
  ExpenseDeclined: { kind: 'request_update', capability: 'request.read' },
  ExpenseAutoApprovedEmergency: { kind: 'request_update', capability: 'request.read' },
  ServiceAcknowledged: { kind: 'request_update', capability: 'request.read' },
  ServiceScheduled: { kind: 'request_update', capability: 'request.read' },
  ServiceCompleted: { kind: 'request_update', capability: 'request.read' },
  ReviewWindowOpened: { kind: 'review', capability: 'review.read' },
  ReviewReminderDue: { kind: 'review', capability: 'review.read' },
  ReviewsRevealed: { kind: 'review', capability: 'review.read' },
  ReviewDisputeDecided: { kind: 'review', capability: 'review.read' },
  IncidentReported: { kind: 'incident', capability: 'incident.read' },
  IncidentAcknowledged: { kind: 'incident', capability: 'incident.read' },
  IncidentActionLogged: { kind: 'incident', capability: 'incident.read' },
  IncidentEscalated: { kind: 'incident', capability: 'incident.read' },
  IncidentResolved: { kind: 'incident', capability: 'incident.read' },
  ReimbursementGuestAccepted: { kind: 'reimbursement', capability: 'reimbursement.read' },
  ReimbursementGuestDeclined: { kind: 'reimbursement', capability: 'reimbursement.read' },
  ReimbursementGuestTimedOut: { kind: 'reimbursement', capability: 'reimbursement.read' },
  ReimbursementInfoRequested: { kind: 'reimbursement', capability: 'reimbursement.read' },
  ReimbursementDecided: { kind: 'reimbursement', capability: 'reimbursement.read' },
  ReimbursementDecidedFinal: { kind: 'reimbursement', capability: 'reimbursement.read' },
  ReimbursementExpired: { kind: 'reimbursement', capability: 'reimbursement.read' },
  LedgerEntryPosted: { kind: 'money_reduced', capability: 'ledger.read' },
  PayoutPaid: { kind: 'payout', capability: 'payout.read' },
  PayoutReturned: { kind: 'payout', capability: 'payout.read' },
  PayoutHeld: { kind: 'payout', capability: 'payout.read' },
  PayoutCancelled: { kind: 'payout', capability: 'payout.read' },
  HoldPlaced: { kind: 'payout', capability: 'payout-account.read' },
  PayoutMethodAdded: { kind: 'security', capability: 'payout-account.read' },
  MemberJoined: { kind: 'security', capability: 'team.read' },
  MemberRemoved: { kind: 'security', capability: 'team.read' },
  ImportConflictDetected: { kind: 'calendar_conflict', capability: 'calendar.read' },
  FeedWentStale: { kind: 'calendar_conflict', capability: 'calendar.read' },
  FeedQuarantined: { kind: 'calendar_conflict', capability: 'calendar.read' },
  ChangesRequested: { kind: 'onboarding', capability: 'listing.read' },
  OnboardingApproved: { kind: 'onboarding', capability: 'listing.read' },
  OnboardingRejected: { kind: 'onboarding', capability: 'listing.read' },
  OnboardingWentLive: { kind: 'onboarding', capability: 'listing.read' },
  ReferralAccepted: { kind: 'referral', capability: 'referral.read' },
  ReferralQualified: { kind: 'referral', capability: 'referral.read' },
  ReferralRewarded: { kind: 'referral', capability: 'referral.read' },
  ReferralRejected: { kind: 'referral', capability: 'referral.read' },
  TaxInfoReminderSent: { kind: 'tax_reminder', capability: 'tax.read' },
  TinMismatched: { kind: 'tax_reminder', capability: 'tax.read' },
  TaxFormExpired: { kind: 'tax_reminder', capability: 'tax.read' },
  TaxProfileCompleted: { kind: 'tax_reminder', capability: 'tax.read' },
  GoLiveConditionsLapsed: { kind: 'onboarding', capability: 'listing.read' },
})
export type NoticeType = keyof typeof NOTICE_EVENTS
export const NOTICE_TYPES = Object.keys(NOTICE_EVENTS) as [NoticeType, ...NoticeType[]]

/**
 * What happened, and what it concerns. Guest, code and amount are null without the right to see them; amounts
 * in minor units.
 */
export const zNotice = z.strictObject({
  /** Of the event. */
  id: z.string(),
  type: z.enum(NOTICE_TYPES),
  kind: z.enum(NOTIFICATION_KINDS),
  at: zInstant,
  unread: z.boolean(),
  listingId: z.string().nullable(),
  listingTitle: z.string().nullable(),
  bookingId: z.string().nullable(),
  payoutId: z.string().nullable(),
  threadId: z.string().nullable(),
  requestId: z.string().nullable(),
  incidentId: z.string().nullable(),
  reimbursementId: z.string().nullable(),
  /** Of the request, the incident, the claim for reimbursement, the booking or the payout. */
  code: z.string().nullable(),
  guestName: z.string().nullable(),
  checkIn: zLocalDate.nullable(),
  checkOut: zLocalDate.nullable(),
  amountMinor: z.int().nullable(),
  currency: zCurrency.nullable(),
})
export type Notice = z.infer<typeof zNotice>

/** `GET /api/my-notices`: those of the person, the newest first. */
export const zNotices = z.strictObject({ notices: z.array(zNotice).max(MAX_NOTICES), unread: z.int() })
export type Notices = z.infer<typeof zNotices>
