import type { BookingEvent } from '@hearth/contracts/booking'
import type { CalendarEvent, ClaimKind } from '@hearth/contracts/calendar'
import { nightsBetween } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import type { ListingEvent, ListingStage, SectionName } from '@hearth/contracts/listing'
import { codeWords, countWords, dateWords, rangeWords, timeWords } from './words.ts'

/**
 * Words without amounts, so that they may be shown to whoever may not see money; the amount stands beside
 * them.
 */
export type Line = Readonly<{ text: string; amountMinor?: number; currency?: string }>

/** What a line needs from the events before it. */
export type Context = Readonly<{
  timezone: string
  currency: string
  refundMinor: (refundId: string) => number | undefined
  /** Whether guests, reasons and what was written may be told (`booking.details`). */ details: boolean
}>

type SpokenEvent = BookingEvent | ListingEvent | Extract<CalendarEvent, { type: `Block${string}` }>
type Sentences = {
  readonly [T in SpokenEvent['type']]: (data: OfType<SpokenEvent, T>['data'], context: Context) => Line
}

const amount = (amountMinor: number | undefined, currency: string) =>
  amountMinor === undefined ? {} : { amountMinor, currency }
const SOURCES: Readonly<Record<string, string>> = {
  direct: '',
  airbnb: ', through Airbnb',
  vrbo: ', through Vrbo',
  booking: ', through Booking.com',
  manual: ', entered by hand',
  import: '',
}
const stayWords = ({ checkIn, checkOut }: { checkIn: string; checkOut: string }) =>
  `${countWords(nightsBetween(checkIn, checkOut), 'night')}, ${rangeWords(checkIn, checkOut)}`
const sentence = (text: string) => (/[.!?…”]$/.test(text) ? text : `${text}.`)

const KINDS: Readonly<Record<ClaimKind, string>> = {
  booking: 'a booking',
  request_hold: 'a request',
  owner_stay: 'the owner’s stay',
  maintenance: 'maintenance',
  photoshoot: 'photographs',
  ical_import: 'an imported calendar',
  host_cancellation_hold: 'a host cancellation',
  safety_hold: 'safety',
  staff_hold: 'Hearth',
  seasonal_closed: 'the season',
  other: 'another reason',
}
const STAGES: Readonly<Record<ListingStage, string>> = {
  draft: 'The listing is a draft again.',
  onboarding: 'The listing is being set up.',
  in_review: 'The listing is with our curators.',
  ready: 'The listing was approved; it goes live when everything else is there.',
}
const SECTION_WORDS: Readonly<Record<SectionName, string>> = {
  location: 'The address',
  type: 'The kind of place',
  info: 'Basic information',
  description: 'Title and description',
  sleep: 'Rooms and beds',
  community: 'Building and neighbours',
  accessibility: 'Accessibility',
  amenities: 'Amenities',
  checkInOut: 'Check-in and check-out',
  contact: 'Contacts',
  parking: 'Parking',
  safety: 'Safety',
  houseRules: 'House rules',
}
const lowerFirst = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
const BY: Readonly<Record<string, string>> = { guest: 'The guest', host: 'The host', no_show: 'The guest' }

const guestIn = ({ guestName }: { guestName: string }, { details }: Context) =>
  details ? guestName : 'A guest'

/**
 * Every event of a booking, a listing or a block in plain words. A new type does not compile without a
 * sentence.
 */
export const sentences: Sentences = {
  BookingConfirmed: (data, context) => ({
    text: `${guestIn(data, context)} booked ${stayWords(data)}${SOURCES[data.source] ?? ''}.`,
    ...amount(data.money.guestTotalMinor, data.money.currency),
  }),
  OverbookingDetected: (data, context) => ({
    text: `${guestIn(data, context)} booked ${stayWords(data)}${SOURCES[data.source] ?? ''}, but ${data.conflicts.length === 0 ? 'the nights were taken' : `${countWords(data.conflicts.length, 'other entry', 'other entries')} had the nights`}.`,
    ...amount(data.money.guestTotalMinor, data.money.currency),
  }),
  BookingHoldAbandoned: (data) => ({
    text: `The nights ${rangeWords(data.start, data.end)} were let go, as nobody confirmed them in time.`,
  }),
  BookingCheckedIn: () => ({ text: 'The stay began.' }),
  BookingCheckedOut: () => ({ text: 'The guest left.' }),
  BookingCompleted: () => ({ text: 'The booking was completed.' }),
  BookingCancellationStarted: (data, { timezone, currency, details }) => ({
    text: `The host started to cancel${details ? ` (${codeWords(data.reason)})` : ''}. It could be undone until ${timeWords(data.effectiveAt, timezone)}.${details ? ` Message to the guest: “${data.message}”` : ''}`,
    ...amount(data.outcome.refundTotalMinor, currency),
  }),
  BookingCancellationRevoked: () => ({ text: 'The cancellation was undone. No money has moved.' }),
  BookingCancelled: (data, { currency, details }) => ({
    text: sentence(
      `${BY[data.outcome.initiator] ?? 'Hearth'} cancelled${data.outcome.initiator === 'host' && details ? ` (${codeWords(data.reason)})` : ''}. ${
        data.outcome.refundTotalMinor > 0 ? 'The guest gets a refund' : 'There is no refund'
      }`,
    ),
    ...amount(data.outcome.refundTotalMinor > 0 ? data.outcome.refundTotalMinor : undefined, currency),
  }),
  BookingNoShowRecorded: (data, { currency }) => ({
    text: 'The guest did not come.',
    ...amount(data.outcome.refundTotalMinor > 0 ? data.outcome.refundTotalMinor : undefined, currency),
  }),
  RefundRequested: (data) => ({
    text: 'A refund to the guest was ordered.',
    ...amount(data.amountMinor, data.currency),
  }),
  RefundSettled: (data, { refundMinor, currency }) => ({
    text: 'The refund reached the guest.',
    ...amount(refundMinor(data.refundId), currency),
  }),
  RefundFailed: (data, { refundMinor, currency }) => ({
    text: 'The refund failed and will be looked at by Hearth.',
    ...amount(refundMinor(data.refundId), currency),
  }),
  GoodwillRefundIssued: (data) => ({
    text: sentence(`Hearth refunded the guest out of its own pocket: ${data.reason}`),
    ...amount(data.amountMinor, data.currency),
  }),
  ChargebackReceived: (data, { currency }) => ({
    text: 'The guest’s bank took money back.',
    ...amount(data.amountMinor, currency),
  }),
  ChargebackReversed: (data, { currency }) => ({
    text: 'The guest’s bank returned what it had taken.',
    ...amount(data.amountMinor, currency),
  }),
  BookingNoteAdded: (data, { details }) => ({
    text: !details
      ? 'A note was written.'
      : `${data.visibility === 'staff' ? 'Note among staff' : 'Note'}: “${data.text}”`,
  }),
  GuestCancellationLinkSent: () => ({
    text: 'The guest was sent a link to cancel. Nothing is cancelled yet.',
  }),
  GuestErased: () => ({ text: 'The guest’s personal data was erased.' }),
  ListingStarted: (data) => ({ text: `The listing “${data.title}” was started.` }),
  ListingDrafted: (data) => ({
    text: sentence(
      `A listing in ${data.place} was begun${data.copiedFrom === null ? '' : ' as a copy of another'}`,
    ),
  }),
  ListingRelocated: (data) => ({
    text: `The listing’s place is ${data.after.place} now${data.before.timezone === data.after.timezone ? '' : `, its time zone ${data.after.timezone}`}.`,
  }),
  ListingStageChanged: (data) => ({ text: STAGES[data.after] }),
  ListingSectionChanged: (data) => ({
    text: `${SECTION_WORDS[data.section]} changed (version ${data.version}).`,
  }),
  ListingSectionReverted: (data) => ({
    text: `${SECTION_WORDS[data.section]} went back to version ${data.toVersion}.`,
  }),
  ListingEditRequested: (data) => ({
    text: `Our curators were asked to change: ${data.section === 'photos' ? 'the photos' : lowerFirst(SECTION_WORDS[data.section])}.`,
  }),
  ListingEditApproved: () => ({ text: 'Our curators took over a change that was asked for.' }),
  ListingEditDeclined: (data) => ({ text: sentence(`Our curators declined a change: ${data.reason}`) }),
  ListingEditWithdrawn: () => ({ text: 'A change that was asked for was withdrawn.' }),
  ListingContentErased: () => ({ text: 'Address, contacts and what else was personal was erased.' }),
  ListingSuspended: (data) => ({ text: sentence(`Hearth suspended the listing: ${data.reason}`) }),
  ListingReinstated: () => ({ text: 'Hearth reinstated the listing.' }),
  ListingDelisted: (data) => ({
    text: sentence(`The listing was given up as of ${dateWords(data.effectiveOn)}: ${data.reason}`),
  }),
  RegistrationRecorded: (data) => ({ text: `The registration ${data.number} was entered.` }),
  RegistrationVerified: () => ({ text: 'The registration was verified.' }),
  RegistrationRejected: (data) => ({ text: sentence(`The registration was not accepted: ${data.reason}`) }),
  SafetyReviewed: () => ({ text: 'Hearth looked at what became less safe.' }),
  PhotoAdded: () => ({ text: 'A photo was added.' }),
  PhotoPublished: () => ({ text: 'A photo was taken into the listing.' }),
  PhotoCaptioned: (data) => ({
    text: data.after === '' ? 'A photo’s caption was removed.' : `A photo was captioned “${data.after}”.`,
  }),
  PhotoRoomSet: () => ({ text: 'A photo was put to another room.' }),
  PhotosReordered: () => ({ text: 'The photos were put in another order.' }),
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
          ? 'The base price of a night was set.'
          : 'The base price of a night was changed.',
    ...(data.before?.baseNightMinor === data.after.baseNightMinor
      ? {}
      : { amountMinor: data.after.baseNightMinor }),
  }),
  AvailabilityRulesChanged: (data) => ({
    text: `Rules for stays were changed: ${changedRules(data.before, data.after)}.`,
  }),
  CancellationPolicyChanged: (data) => ({
    text: `The cancellation policy was changed from ${codeWords(data.before)} to ${codeWords(data.after)}. Bookings keep theirs.`,
  }),
  BlockCreated: (data) => ({
    text: sentence(
      `${rangeWords(data.start, data.end)} was blocked for ${KINDS[data.kind]}${data.note ? `: ${data.note}` : ''}`,
    ),
  }),
  BlockChanged: (data) => ({
    text:
      data.before.start === data.after.start && data.before.end === data.after.end
        ? `The note of the block ${rangeWords(data.after.start, data.after.end)} was changed.`
        : `A block was moved from ${rangeWords(data.before.start, data.before.end)} to ${rangeWords(data.after.start, data.after.end)}.`,
  }),
  BlockRemoved: (data) => ({
    text:
      data.remaining === null
        ? `The block ${rangeWords(data.start, data.end)} was removed; its nights are open again.`
        : `The block ${rangeWords(data.start, data.end)} was ended; ${rangeWords(data.remaining.start, data.remaining.end)} stays blocked.`,
  }),
  BlockRestored: (data) => ({ text: `The block ${rangeWords(data.start, data.end)} was restored.` }),
}

const RULES: Readonly<Record<string, string>> = {
  minNights: 'shortest stay',
  maxNights: 'longest stay',
  advanceNoticeHours: 'notice before arrival',
  bookingWindowDays: 'how far ahead guests book',
  prepNights: 'nights between stays',
  closedToArrival: 'days without arrival',
  closedToDeparture: 'days without departure',
  annualNightCap: 'nights per year',
}
const changedRules = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
) => {
  const changed = Object.keys(RULES).filter(
    (rule) => JSON.stringify(before[rule]) !== JSON.stringify(after[rule]),
  )
  return changed.length === 0 ? 'nothing in particular' : changed.map((rule) => RULES[rule]).join(', ')
}

const isSpoken = (type: string): type is SpokenEvent['type'] => Object.hasOwn(sentences, type)
/** The types a history tells. */
export const SPOKEN_TYPES: readonly string[] = Object.keys(sentences)

/** The line of an event; undefined for types that are only of inner use. */
export const lineOf = (
  event: Readonly<{ type: string; data: unknown }>,
  context: Context,
): Line | undefined => {
  if (!isSpoken(event.type)) return undefined
  const say = sentences[event.type] as (data: unknown, context: Context) => Line
  return say(event.data, context)
}
