import type { BookingEvent } from '@hearth/contracts/booking'
import type { CalendarEvent, ClaimKind } from '@hearth/contracts/calendar'
import type { IncidentEvent } from '@hearth/contracts/incident'
import type { ListingEvent, ListingStage, SectionName } from '@hearth/contracts/listing'
import type { ReimbursementEvent } from '@hearth/contracts/reimbursement'
import type { ReferralEvent } from '@hearth/contracts/referral'
import type { RequestEvent } from '@hearth/contracts/request'
import type { ReviewEvent } from '@hearth/contracts/review'
import type { Context, Line, SentencesOf } from './line.ts'
import { incidentSentences } from './incidentSentences.ts'
import { reimbursementSentences } from './reimbursementSentences.ts'
import { referralSentences } from './referralSentences.ts'
import { ALTERATION_FAILURES, requestSentences, stayWords } from './requestSentences.ts'
import { reviewSentences } from './reviewSentences.ts'
import { codeWords, dateWords, rangeWords } from './words.ts'

type SpokenEvent =
  | BookingEvent
  | ListingEvent
  | ReferralEvent
  | RequestEvent
  | ReviewEvent
  | IncidentEvent
  | ReimbursementEvent
  | Extract<CalendarEvent, { type: `Block${string}` }>

const amount = (amountMinor: number | undefined, currency: string) =>
  amountMinor === undefined ? {} : { amountMinor, currency }
const SOURCES: Readonly<Record<string, string>> = {
  direct: '',
  airbnb: ' via Airbnb',
  vrbo: ' via Vrbo',
  booking: ' via Booking.com',
  manual: ' (added manually)',
  import: '',
}
const sentence = (text: string) => (/[.!?…”]$/.test(text) ? text : `${text}.`)

const KINDS: Readonly<Record<ClaimKind, string>> = {
  booking: ' for a booking',
  request_hold: ' for a booking request',
  owner_stay: ' for an owner stay',
  maintenance: ' for maintenance',
  photoshoot: ' for a photo shoot',
  ical_import: ' by an imported calendar',
  host_cancellation_hold: ' after a host cancellation',
  safety_hold: ' for safety reasons',
  staff_hold: ' by Hearth',
  seasonal_closed: ' for the season',
  other: '',
}
const STAGES: Readonly<Record<ListingStage, string>> = {
  draft: 'The listing became a draft again.',
  onboarding: 'Setup started.',
  in_review: 'The listing was sent to our curators for review.',
  ready: 'The listing was approved. It goes live once everything else is done.',
}
const SECTION_WORDS: Readonly<Record<SectionName, string>> = {
  location: 'The address',
  type: 'Property type',
  info: 'Guests and rooms',
  description: 'Title and description',
  sleep: 'Rooms and beds',
  community: 'Building and neighbors',
  accessibility: 'Accessibility',
  amenities: 'Amenities',
  checkInOut: 'Check-in and check-out',
  contact: 'Contacts',
  parking: 'Parking',
  safety: 'Safety',
  houseRules: 'House rules',
}
const SHARED = {
  separate_rooms: 'the guests have separate rooms',
  same_party: 'the guests travel together',
  other: 'another reason',
} as const
const lowerFirst = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
const BY: Readonly<Record<string, string>> = { guest: 'The guest', host: 'The host', no_show: 'The guest' }

const guestIn = ({ guestName }: { guestName: string }, { details }: Context) =>
  details ? guestName : 'A guest'

/**
 * Every event of a booking, a listing, a request, a review, an incident, a claim for reimbursement or a
 * block in plain words. A new type does not compile without a sentence.
 */
export const sentences: SentencesOf<SpokenEvent> = {
  ...referralSentences,
  ...requestSentences,
  ...reviewSentences,
  ...incidentSentences,
  ...reimbursementSentences,
  BookingConfirmed: (data, context) => ({
    text: `${guestIn(data, context)} booked ${stayWords(data)}${SOURCES[data.source] ?? ''}.`,
    ...amount(data.money.guestTotalMinor, data.money.currency),
  }),
  OverbookingDetected: (data, context) => ({
    text:
      `${guestIn(data, context)} booked ${stayWords(data)}${SOURCES[data.source] ?? ''}, ` +
      'but the nights were already booked.',
    ...amount(data.money.guestTotalMinor, data.money.currency),
  }),
  GuestEmailRecorded: () => ({ text: 'The guest’s email address was recorded.' }),
  OverbookingResolved: ({ resolution, reason }) => ({
    text:
      resolution === 'shared'
        ? `The double booking was confirmed as right${reason === null ? '' : `: ${SHARED[reason]}`}.`
        : 'The double booking is over. The nights belong to this booking.',
  }),
  BookingHoldAbandoned: (data) => ({
    text:
      `The nights ${rangeWords(data.start, data.end)} were released ` +
      'because the booking wasn’t confirmed in time.',
  }),
  BookingCheckedIn: () => ({ text: 'Checked in' }),
  BookingCheckedOut: () => ({ text: 'Checked out' }),
  BookingCompleted: () => ({ text: 'Booking completed' }),
  BookingCancellationStarted: (data, { currency, details }) => ({
    text:
      `The host started a cancellation${details ? ` (${codeWords(data.reason)})` : ''}. ` +
      `It could be undone until ${data.effectiveAt}.` +
      (details ? ` Message to the guest: “${data.message}”` : ''),
    ...amount(data.outcome.refundTotalMinor, currency),
  }),
  BookingCancellationRevoked: () => ({ text: 'The cancellation was undone. No money has moved.' }),
  BookingCancelled: (data, { currency, details }) => ({
    text: sentence(
      `${BY[data.outcome.initiator] ?? 'Hearth'} cancelled` +
        `${data.outcome.initiator === 'host' && details ? ` (${codeWords(data.reason)})` : ''}` +
        `${data.outcome.tier === 'override' ? ' because of a declared event, without a fee' : ''}. ` +
        (data.outcome.refundTotalMinor > 0 ? 'The guest is refunded' : 'No refund'),
    ),
    ...amount(data.outcome.refundTotalMinor > 0 ? data.outcome.refundTotalMinor : undefined, currency),
  }),
  BookingNoShowRecorded: (data, { currency }) => ({
    text: 'No-show recorded',
    ...amount(data.outcome.refundTotalMinor > 0 ? data.outcome.refundTotalMinor : undefined, currency),
  }),
  RefundRequested: (data) => ({
    text: 'Refund started',
    ...amount(data.amountMinor, data.currency),
  }),
  BookingAltered: ({ before, after }) => ({
    text:
      before.checkIn === after.checkIn && before.checkOut === after.checkOut
        ? 'The stay was altered. Its dates stay the same.'
        : `The stay was altered: ${stayWords(after)} instead of ${stayWords(before)}.`,
    ...amount(after.money.guestTotalMinor, after.money.currency),
  }),
  BookingDisrupted: ({ disruption }) => ({
    text: `Covered by a declared event: ${disruption.title}. Until check-in, either side can cancel without cost.`,
  }),
  DisruptionEvidenceSent: () => ({
    text: 'Evidence was sent to Hearth that the home isn’t affected by the declared event.',
  }),
  DisruptionEvidenceTaken: () => ({ text: 'Hearth is working on the answer to the evidence.' }),
  DisruptionEvidenceAnswered: () => ({ text: 'Hearth answered the evidence about the declared event.' }),
  BookingMoved: ({ to }) => ({
    text: 'The stay was moved here from another listing of yours. Its price stays as agreed.',
    ...amount(to.money.guestTotalMinor, to.money.currency),
  }),
  AlterationCharged: (data, { currency }) => ({
    text: 'The guest paid the difference for the altered stay.',
    ...amount(data.amountMinor, currency),
  }),
  AlterationFailed: ({ reason }) => ({ text: ALTERATION_FAILURES[reason] }),
  RefundSettled: (data, { refundMinor, currency }) => ({
    text: 'Refund received by the guest',
    ...amount(refundMinor(data.refundId), currency),
  }),
  RefundFailed: (data, { refundMinor, currency }) => ({
    text: 'The refund failed. Hearth is looking into it.',
    ...amount(refundMinor(data.refundId), currency),
  }),
  GoodwillRefundIssued: (data) => ({
    text:
      data.fundedBy === 'host'
        ? 'The host granted a refund to the guest.'
        : sentence(`Hearth paid a refund to the guest: ${data.reason}`),
    ...amount(data.amountMinor, data.currency),
  }),
  ChargebackReceived: (data, { currency }) => ({
    text: 'The guest’s bank charged back a payment.',
    ...amount(data.amountMinor, currency),
  }),
  ChargebackReversed: (data, { currency }) => ({
    text: 'The guest’s bank reversed the chargeback.',
    ...amount(data.amountMinor, currency),
  }),
  BookingNoteAdded: (data, { details }) => ({
    text: !details
      ? 'A note was added.'
      : `${data.visibility === 'staff' ? 'Staff note' : 'Note'}: “${data.text}”`,
  }),
  GuestCancellationLinkSent: () => ({
    text: 'A cancellation link was sent to the guest. Nothing has been cancelled.',
  }),
  GuestErased: () => ({ text: 'The guest’s personal data was erased.' }),
  ListingStarted: (data) => ({ text: `The listing “${data.title}” was started.` }),
  ListingDrafted: (data) => ({
    text: sentence(
      `A listing in ${data.place} was started${data.copiedFrom === null ? '' : ' as a duplicate'}`,
    ),
  }),
  ListingRelocated: (data) => ({
    text:
      `The listing moved to ${data.after.place}` +
      `${data.before.timezone === data.after.timezone ? '' : ` (time zone ${data.after.timezone})`}.`,
  }),
  ListingStageChanged: (data) => ({ text: STAGES[data.after] }),
  ListingSectionChanged: (data) => ({
    text: `${SECTION_WORDS[data.section]} changed (version ${data.version}).`,
  }),
  ListingSectionReverted: (data) => ({
    text: `${SECTION_WORDS[data.section]} restored to version ${data.toVersion}.`,
  }),
  ListingEditRequested: (data) => ({
    text:
      'A change was sent to our curators: ' +
      `${data.section === 'photos' ? 'the photos' : lowerFirst(SECTION_WORDS[data.section])}.`,
  }),
  ListingEditApproved: () => ({ text: 'Our curators approved a change.' }),
  ListingEditDeclined: (data) => ({ text: sentence(`Our curators declined a change: ${data.reason}`) }),
  ListingEditWithdrawn: () => ({ text: 'A requested change was withdrawn.' }),
  ListingContentErased: () => ({ text: 'The address, contacts and other personal data were erased.' }),
  ListingSuspended: (data) => ({ text: sentence(`Hearth suspended the listing: ${data.reason}`) }),
  ListingReinstated: () => ({ text: 'Hearth reinstated the listing.' }),
  ListingDelisted: (data) => ({
    text: sentence(`The listing was removed with last day ${dateWords(data.effectiveOn)}: ${data.reason}`),
  }),
  RegistrationRecorded: (data) => ({ text: `The registration ${data.number} was entered.` }),
  RegistrationVerified: ({ source }) => ({
    text:
      source === undefined
        ? 'The registration was verified.'
        : `The registration was verified by ${source.name} on ${dateWords(source.verifiedOn)}, ` +
          'before it was imported.',
  }),
  RegistrationRejected: (data) => ({ text: sentence(`The registration was not accepted: ${data.reason}`) }),
  SafetyReviewed: () => ({ text: 'Hearth reviewed a safety issue.' }),
  PhotoAdded: () => ({ text: 'A photo was added.' }),
  PhotoPublished: () => ({ text: 'A photo was published.' }),
  PhotoCaptioned: (data) => ({
    text: data.after === '' ? 'A photo’s caption was removed.' : `A photo was captioned “${data.after}”.`,
  }),
  PhotoRoomSet: () => ({ text: 'A photo was moved to another room.' }),
  PhotosReordered: () => ({ text: 'The photos were reordered.' }),
  PhotoRemoved: (data) => ({
    text: data.reason === '' ? 'A photo was removed.' : sentence(`A photo was removed: ${data.reason}`),
  }),
  ListingPublished: () => ({ text: 'The listing went live.' }),
  ListingPaused: (data) => ({
    text: sentence(
      `The listing was paused${data.until === null ? '' : ` until ${dateWords(data.until)}`}: ${data.reason}`,
    ),
  }),
  ListingResumed: () => ({ text: 'The listing is live again.' }),
  PricingChanged: (data) => ({
    text:
      data.before?.baseNightMinor === data.after.baseNightMinor
        ? 'Prices were changed.'
        : data.before === null
          ? 'The nightly price was set.'
          : 'The nightly price was changed.',
    ...(data.before?.baseNightMinor === data.after.baseNightMinor
      ? {}
      : {
          amountMinor: data.after.baseNightMinor,
          ...(data.before === null ? {} : { amountBeforeMinor: data.before.baseNightMinor }),
        }),
  }),
  NightOverridesChanged: ({ undoneChangeId, nights }) => ({
    text: `${undoneChangeId === null ? 'Changed' : 'Undone:'} prices and rules of ${nightsWords(nights)}.`,
  }),
  AvailabilityRulesChanged: (data) => ({
    text: `Booking rules were changed: ${changedRules(data.before, data.after)}.`,
  }),
  CancellationPolicyChanged: (data) => ({
    text:
      `The cancellation policy was changed from ${codeWords(data.before)} to ${codeWords(data.after)}. ` +
      'Existing bookings keep their policy.',
  }),
  BlockCreated: (data) => ({
    text: sentence(
      `Blocked${KINDS[data.kind]}, ${rangeWords(data.start, data.end)}${data.note ? `: ${data.note}` : ''}`,
    ),
  }),
  BlockChanged: (data) => ({
    text:
      data.before.start === data.after.start && data.before.end === data.after.end
        ? `The note of the block ${rangeWords(data.after.start, data.after.end)} was changed.`
        : `A block was moved from ${rangeWords(data.before.start, data.before.end)} ` +
          `to ${rangeWords(data.after.start, data.after.end)}.`,
  }),
  BlockNotesErased: () => ({ text: 'The notes of blocks were erased.' }),
  BlockRemoved: (data) => ({
    text:
      data.remaining === null
        ? `The block ${rangeWords(data.start, data.end)} was removed; its nights are available again.`
        : `The block ${rangeWords(data.start, data.end)} was ended early; ` +
          `${rangeWords(data.remaining.start, data.remaining.end)} stays blocked.`,
  }),
  BlockRestored: (data) => ({ text: `The block ${rangeWords(data.start, data.end)} was restored.` }),
}

/** `2 nights, Fri 10 – Sat 11 Jul 2026`; the dates are the first and the last of them. */
const nightsWords = (nights: readonly Readonly<{ date: string }>[]): string => {
  const dates = nights.map(({ date }) => date)
  const [first = ''] = dates
  return nights.length === 1
    ? `the night of ${dateWords(first)}`
    : `${nights.length} nights, ${rangeWords(first, dates.at(-1) ?? first)}`
}

const RULES: Readonly<Record<string, string>> = {
  minNights: 'minimum stay',
  maxNights: 'maximum stay',
  advanceNoticeHours: 'advance notice',
  bookingWindowDays: 'booking window',
  prepNights: 'gap between stays',
  closedToArrival: 'check-in days',
  closedToDeparture: 'check-out days',
  annualNightCap: 'yearly limit',
}
const changedRules = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
) => {
  const changed = Object.keys(RULES).filter(
    (rule) => JSON.stringify(before[rule]) !== JSON.stringify(after[rule]),
  )
  return changed.length === 0 ? 'no details' : changed.map((rule) => RULES[rule]).join(', ')
}

const isSpoken = (type: string): type is SpokenEvent['type'] => Object.hasOwn(sentences, type)
/** The types that a history shows. */
export const SPOKEN_TYPES: readonly string[] = Object.keys(sentences)

/** The line of an event; undefined for internal types. */
export const describeEvent = (
  event: Readonly<{ type: string; data: unknown }>,
  context: Context,
): Line | undefined => {
  if (!isSpoken(event.type)) return undefined
  const say = sentences[event.type] as (data: unknown, context: Context) => Line
  return say(event.data, context)
}
