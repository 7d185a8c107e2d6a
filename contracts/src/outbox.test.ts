import { describe, expect, test } from 'vitest'
import { parseWork } from './outbox.ts'

const ID = '45876d92-0ba5-5eca-8b94-403f8877b05a'
const OTHER = 'f99830bc-b32e-578d-b665-dfe370189583'
const AT = '2026-06-12T13:42:00.000Z'
const command = (type: string, data: object = {}, more: object = { id: ID }) => ({
  kind: 'command',
  commandId: '0d3a6a5e-8e65-5f1f-9b1c-6a2f5a4b7c01',
  type,
  data,
  ...more,
})
const nameOf = (row: Readonly<{ name: string } | { type: string }>) => ('name' in row ? row.name : row.type)
const entry = {
  entryId: ID,
  kind: 'photoshoot_fee',
  currency: 'EUR',
  amountMinor: -9_900,
  components: [{ code: 'fee', amountMinor: -9_900, basis: { rule: 'stated' } }],
  availableAt: AT,
  listingId: OTHER,
  bookingId: null,
  source: { stream: `photoshoot-${ID}`, revision: 3, eventId: ID },
  policies: [],
  text: 'Photo shoot of your home',
}

// Rows of this shape are in the outbox of running installations, some of them for months: append only.
const stored = [
  { kind: 'job', name: 'advance-payout', data: { payoutId: ID } },
  command('CompleteOwnershipTransfer', { transferId: OTHER }),
  command('CompleteOwnerChange', { changeId: OTHER }),
  command('ExpireAgreement', { listingId: OTHER, sentAt: AT }),
  command('TerminateAgreement', { listingId: OTHER, effectiveOn: '2026-07-12' }),
  command('EndTerm', { listingId: OTHER, effectiveOn: '2026-07-12' }),
  command('CheckInBooking'),
  command('CheckOutBooking'),
  command('CompleteBooking'),
  command('FinaliseCancellation'),
  command('AbandonBookingHold', { listingId: OTHER, start: '2026-07-10', end: '2026-07-12' }),
  command('SettleOverbooking', { listingId: OTHER }),
  command(
    'ShareNights',
    { listingId: OTHER, claimId: ID, start: '2026-07-10', end: '2026-07-12' },
    { occurredAt: AT },
  ),
  command('CommitClaim', { listingId: OTHER, claimId: ID }, { occurredAt: AT }),
  command(
    'ReleaseClaim',
    { listingId: OTHER, claimId: ID, reason: 'cancelled', holdAs: null },
    { occurredAt: AT },
  ),
  command('ReleaseImports', { listingId: OTHER, feedId: ID, keepBlocks: true }, {}),
  command('ExpireImpersonation', { expiresAt: AT }),
  command('RecordImpersonationAction', {
    commandId: OTHER,
    stream: `booking-${ID}`,
    type: 'BookingCancelled',
  }),
  command('OpenOnboarding', { hostAccountId: OTHER }),
  command('RecheckOnboarding'),
  command('AbandonOnboarding'),
  command('MarkLive'),
  command('PublishListing'),
  command('MoveListing', { stage: 'in_review' }),
  command('PauseListing', {
    until: null,
    reason: 'The listing hasn’t met the requirements for 30 days. See its checklist.',
  }),
  command('RotateIcalToken', { listingId: OTHER, unlessGiven: true }, {}),
  command('AddListingPhoto', { fileId: OTHER, caption: '', room: null }),
  command('SettleEntries', { accountId: OTHER, payoutId: ID, at: AT }, {}),
  command('UnassignEntries', { accountId: OTHER, payoutId: ID, reason: 'method_changed' }, {}),
  command('PostEntries', { accountId: OTHER, entries: [entry] }, { occurredAt: AT }),
  command('PlaceHold', { reason: 'method_error', methodId: OTHER, until: null, whatToDo: null }),
  command('ReleaseShootSlot', { photoshootId: ID, startsAt: AT, since: AT }),
  command('ReleaseShootNights', { listingId: OTHER }, {}),
  command('ExpirePhotoshootHold', { listingId: OTHER, startsAt: AT, until: AT }),
  command('CloseCompletedService', { closesAt: AT }),
  command('EscalateExpense', { dueAt: AT }),
  command('RemindOfResponse', { startedAt: AT, hours: 12 }, { id: ID, occurredAt: AT }),
  command('RecordOverdueResponse', { startedAt: AT }, { id: ID, occurredAt: AT }),
  command('PlanMessages', { listingId: OTHER }),
  command('ReleasePlannedMessage', { planId: OTHER }),
  command('DeliverPlannedMessage', { listingId: OTHER, bookingId: OTHER, planId: OTHER }),
  command('AnnounceReimbursement', {
    listingId: OTHER,
    bookingId: OTHER,
    reimbursementId: OTHER,
    charged: 1,
  }),
  command('AnnounceMove', { listingId: OTHER, bookingId: OTHER, moveId: OTHER }, { id: ID, occurredAt: AT }),
  { kind: 'job', name: 'plan-messages', data: { hostAccountId: ID, cause: ID, commit: '7' } },
  command('GiveUpDelivery', { messageId: OTHER, startedAt: AT }),
  { kind: 'job', name: 'deliver-messages', data: { threadId: ID } },
  command('ExpireRequest', { dueAt: AT }),
  command('RemindOfRequest', { dueAt: AT, hoursLeft: 4 }, { id: ID, occurredAt: AT }),
  command('AbandonRequestHold', { listingId: OTHER }),
  { kind: 'job', name: 'confirm-booking-request', data: { requestId: ID } },
  { kind: 'job', name: 'make-alteration', data: { requestId: ID } },
  { kind: 'job', name: 'pay-refund-waiver', data: { requestId: ID } },
  command('SupersedeRequest', {}, { id: ID, occurredAt: AT }),
  command('OpenReviewWindow', { hostAccountId: ID, listingId: OTHER, bookingId: ID }, { occurredAt: AT }),
  command('RemindOfReview', { day: 7 }, { id: ID, occurredAt: AT }),
  command('RevealReviews', {}, { id: ID, occurredAt: AT }),
  command('RecordMissedAcknowledgement', { acknowledgeBy: AT }),
  command('CloseResolvedIncident', { closesAt: AT }),
  { kind: 'job', name: 'follow-incident', data: { incidentId: ID } },
  { kind: 'job', name: 'page-on-call', data: { incidentId: ID, why: 'reported', eventId: OTHER } },
  command('ExpireReimbursement', { closesAt: AT }),
  command('EndGuestReview', { guestBy: AT }),
  command('EndInfoRequest', { dueAt: AT }),
  command('MissReimbursementDeadline', { deadline: 'first_action', dueAt: AT }),
  command('RecordReimbursementPayment', { version: 1, entryId: OTHER }),
  command('CloseReimbursement'),
  command('DraftStatement'),
  command('LockStatement', { month: '2026-10' }),
  { kind: 'job', name: 'charge-reimbursement', data: { reimbursementId: ID, version: '1' } },
  command('LinkReimbursement', { reimbursementId: OTHER }),
  { kind: 'job', name: 'make-report', data: { hostAccountId: ID, runId: OTHER } },
  { kind: 'job', name: 'remove-report', data: { hostAccountId: ID, runId: OTHER } },
  { kind: 'job', name: 'mail-report', data: { hostAccountId: ID, runId: OTHER } },
  command('StartScheduledReport', { scheduleId: OTHER, month: '2026-10' }),
  command('RemoveReport', { runId: OTHER, reason: 'expired' }),
]

describe('work in the outbox', () => {
  test.for(stored.map((row) => [nameOf(row), row] as const))('keeps its shape: %s', ([, row]) =>
    expect(parseWork(JSON.parse(JSON.stringify(row)))).toEqual({ ok: true, work: row }),
  )

  test.for([
    [command('PlaceHolds'), 'PlaceHolds: the command is unknown'],
    [command('ExpireImpersonation', {}), /^ExpireImpersonation: \/data\/expiresAt: /],
    [command('MoveListing', { stage: 'sold' }), /^MoveListing: \/data\/stage: /],
    [command('MarkLive', { surplus: 1 }), /^MarkLive: \/data: .*surplus/],
    [command('MarkLive', {}, { commandId: 'c' }), /^MarkLive: \/commandId: /],
    [{ kind: 'job', name: 'pay-refund', data: { bookingId: 7 } }, /^pay-refund: \/data\/bookingId: /],
    [{ kind: 'wish' }, /^work without a name: \/kind: /],
    [null, /^work without a name: \/: /],
  ] as const)('names the command and the field that cannot be read: %j', ([row, problem]) => {
    const parsed = parseWork(row)
    expect(parsed.ok ? undefined : parsed.problem).toMatch(problem)
  })
})
