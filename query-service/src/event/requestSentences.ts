import type { AlterationFailure, Party } from '@hearth/contracts/booking'
import { nightsBetween } from '@hearth/contracts/kernel/dates'
import type { RequestEvent, RequestStay } from '@hearth/contracts/request'
import type { Context, SentencesOf } from './line.ts'
import { codeWords, countWords, rangeWords } from './words.ts'

export const ALTERATION_FAILURES: Readonly<Record<AlterationFailure, string>> = {
  charge_failed: 'The guest’s payment for the change failed, so the stay is as it was.',
  nights_unavailable: 'The new nights were taken in the meantime, so the stay is as it was.',
  not_possible: 'The stay could no longer be changed, so it is as it was.',
}

const countGuests = ({ party }: { party: Party }) => party.adults + party.children
export const stayWords = ({ checkIn, checkOut }: { checkIn: string; checkOut: string }) =>
  `${countWords(nightsBetween(checkIn, checkOut), 'night')}, ${rangeWords(checkIn, checkOut)}`

/** The text in quotation marks after the sentence, for those who may see it. */
const withText = (sentence: string, text: string | null, { details }: Context): string =>
  text === null || text === '' || !details ? sentence : `${sentence} “${text}”`

/** What a host offers instead of the stay as it is booked. */
const changeWords = (before: RequestStay, after: RequestStay): string =>
  before.checkIn === after.checkIn && before.checkOut === after.checkOut
    ? `the same nights for ${countWords(countGuests(after), 'guest')}`
    : `${stayWords(after)} instead of ${stayWords(before)}`

/** Every event of a request in plain words. */
export const requestSentences: SentencesOf<RequestEvent> = {
  BookingRequested: ({ guestName, checkIn, checkOut, price, message }, context) => ({
    text: withText(
      `${context.details ? guestName : 'A guest'} asked to book ` + `${stayWords({ checkIn, checkOut })}.`,
      message,
      context,
    ),
    amountMinor: price.guestTotalMinor,
    currency: price.currency,
  }),
  AlterationRequested: ({ guestName, before, after, price, message }, context) => {
    const guest = context.details ? guestName : 'A guest'
    const isSame = before.checkIn === after.checkIn && before.checkOut === after.checkOut
    const change = isSame
      ? `for ${countWords(countGuests(after), 'guest')} instead of ${countGuests(before)}`
      : `to ${stayWords(after)} instead of ${stayWords(before)}`
    return {
      text: withText(`${guest} asked to change the stay ${change}.`, message, context),
      amountMinor: price.guestTotalMinor,
      currency: price.currency,
    }
  },
  AlterationOffered: ({ before, after, price, message }, context) => ({
    text: withText(`The host offered ${changeWords(before, after)}.`, message, context),
    amountMinor: price.guestTotalMinor,
    currency: price.currency,
  }),
  RequestCountered: ({ before, after, price, message }, context) => ({
    text: withText(`The host offered ${changeWords(before, after)} instead.`, message, context),
    amountMinor: price.guestTotalMinor,
    currency: price.currency,
  }),
  OfferAccepted: () => ({ text: 'The guest accepted the offer.' }),
  OfferDeclined: () => ({ text: 'The guest declined the offer.' }),
  RefundWaiverRequested: ({ guestName, reason, message, amountMinor, currency }, context) => ({
    text: withText(
      `${context.details ? guestName : 'A guest'} asked for a refund (${codeWords(reason)}).`,
      message,
      context,
    ),
    amountMinor,
    currency,
  }),
  RefundWaiverGranted: ({ amountMinor, currency, note }, context) => ({
    text: withText('Granted a refund.', note, context),
    amountMinor,
    currency,
  }),
  RefundWaiverNotMade: () => ({
    text: 'The refund couldn’t be made, because less was left of the stay.',
  }),
  AlterationNotMade: ({ reason }) => ({ text: ALTERATION_FAILURES[reason] }),
  RequestHoldAbandoned: () => ({ text: 'The nights were released because the request wasn’t completed.' }),
  RequestAccepted: ({ note }, context) => ({ text: withText('Accepted.', note, context) }),
  RequestDeclined: ({ reason, text }, context) => ({
    text: withText(context.details ? `Declined (${codeWords(reason)}).` : 'Declined.', text, context),
  }),
  RequestExpired: () => ({ text: 'Expired without an answer.' }),
  RequestSuperseded: () => ({ text: 'Closed, because it no longer needs an answer.' }),
  RequestGuestErased: () => ({ text: 'The guest’s personal data was erased.' }),
  ServiceRequested: ({ type, urgency, subject }, context) => ({
    text: withText(`Service requested (${codeWords(type)}, ${codeWords(urgency)}).`, subject, context),
  }),
  ServiceAcknowledged: ({ inTime }) => ({
    text: inTime ? 'Acknowledged in time.' : 'Acknowledged after the deadline.',
  }),
  ServiceScheduled: ({ vendor }, { details }) => ({
    text:
      vendor === null || !details ? 'An appointment was made.' : `An appointment with ${vendor} was made.`,
  }),
  ServiceStarted: () => ({ text: 'Work started.' }),
  ServiceCompleted: ({ summary, actualCostMinor, currency }, context) => ({
    text: withText('Work completed.', summary, context),
    ...(actualCostMinor !== null && { amountMinor: actualCostMinor, currency }),
  }),
  ServiceClosed: ({ auto }) => ({
    text: auto ? 'Closed automatically after the completed work.' : 'Closed.',
  }),
  ServiceReopened: ({ why }, context) => ({ text: withText('Reopened.', why, context) }),
  ExpenseApprovalRequested: ({ subject, estimateMinor, currency }, context) => ({
    text: withText('Approval requested.', subject, context),
    amountMinor: estimateMinor,
    currency,
  }),
  ExpenseAutoApprovedEmergency: ({ capMinor }, { currency }) => ({
    text: 'Started as an emergency within the limit of the agreement.',
    amountMinor: capMinor,
    currency,
  }),
  ExpenseApproved: ({ capMinor }, { currency }) => ({ text: 'Approved.', amountMinor: capMinor, currency }),
  ExpenseDeclined: ({ reason }, context) => ({ text: withText('Declined.', reason, context) }),
  ExpenseEscalated: () => ({ text: 'No answer in time. Hearth calls the owner.' }),
  ExpenseIncurred: ({ actualMinor, currency }) => ({
    text: 'The cost was recorded with its invoice.',
    amountMinor: actualMinor,
    currency,
  }),
  RequestReminderDue: ({ hoursLeft }) => ({
    text: `Reminder: ${countWords(hoursLeft, 'hour')} left to answer.`,
  }),
  RequestWithdrawn: () => ({ text: 'Withdrawn.' }),
}
