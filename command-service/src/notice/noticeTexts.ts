import type { MailedNotice } from '@hearth/contracts/notice/processes'
import { humanCode } from '@hearth/contracts/kernel/ids'

export type NoticeWords = Readonly<{ subject: string; line: string }>

/** Of the record that the notice is about; `until` is the deadline that its event names, or empty. */
export type NoticeAbout = Readonly<{ id: string; home: string; until: string }>

const minute = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
const by = (until: string) => (until === '' ? '' : ` by ${minute(until)}`)

type Write = (about: NoticeAbout) => NoticeWords
const claim =
  (what: string, line: (until: string) => string): Write =>
  ({ id, until }) => ({ subject: `Claim ${humanCode('CL', id)}: ${what}`, line: line(until) })
const incident =
  (what: string, line: string): Write =>
  ({ id, home }) => ({ subject: `Incident ${humanCode('IN', id)} at ${home}: ${what}`, line })
const review =
  (subject: (home: string) => string, line: (until: string) => string): Write =>
  ({ home, until }) => ({ subject: subject(home), line: line(until) })

/** Mails have no names of guests, no texts of people and no amounts: those are in the console. */
export const NOTICE_WORDS: Readonly<Record<MailedNotice, Write>> = {
  BookingDisrupted: ({ home }) => ({
    subject: `A declared event covers a stay at ${home}`,
    line:
      'Hearth has declared an event for this area and these nights. The guest was notified. Until check-in, either ' +
      'side can cancel this stay: the guest gets everything back, and you pay no fee. You can send us evidence that ' +
      'your home isn’t affected within 7 days.',
  }),
  DisruptionEvidenceAnswered: ({ home }) => ({
    subject: `We’ve answered your evidence about a stay at ${home}`,
    line: 'We’ve read what you sent about the declared event. The page of the booking has our answer.',
  }),
  ReimbursementGuestAccepted: claim(
    'the guest agreed to pay',
    () => 'The guest agreed to pay for some or all items of your claim.',
  ),
  ReimbursementGuestDeclined: claim(
    'the guest declined',
    () => 'The guest doesn’t agree to your claim. We review it now; you don’t have to do anything.',
  ),
  ReimbursementGuestTimedOut: claim(
    'the guest didn’t answer',
    () => 'The guest’s time to answer is over. We review your claim now; you don’t have to do anything.',
  ),
  ReimbursementInfoRequested: claim(
    'we need more information',
    (until) => `We have questions about your claim. Please answer${by(until)}; until then it waits.`,
  ),
  ReimbursementDecided: claim(
    'decided',
    (until) =>
      'We’ve decided your claim. The console shows how we calculated each item.' +
      (until === '' ? '' : ` You can appeal until ${minute(until)}.`),
  ),
  ReimbursementDecidedFinal: claim(
    'your appeal is decided',
    () => 'Another reviewer has decided your appeal. The console shows how we calculated each item.',
  ),
  ReimbursementExpired: claim(
    'it wasn’t sent in time',
    () => 'The time to send this claim is over, so it was closed. Your draft stays in the console.',
  ),
  ReviewWindowOpened: review(
    (home) => `Review your guest’s stay at ${home}`,
    (until) =>
      `Your guest has checked out. You can write a review${until === '' ? '' : ` until ${minute(until)}`}. ` +
      'Neither side sees the other’s review before then, or before both are written.',
  ),
  ReviewReminderDue: review(
    (home) => `Reminder: review your guest’s stay at ${home}`,
    () => 'You haven’t reviewed your guest yet. There’s still time.',
  ),
  ReviewsRevealed: review(
    (home) => `The reviews of a stay at ${home} are published`,
    () => 'You can read them in the console, and reply to your guest’s review.',
  ),
  ReviewDisputeDecided: review(
    (home) => `We’ve decided your dispute of a review of ${home}`,
    () => 'The console shows the decision and the reason.',
  ),
  IncidentReported: incident('reported', 'An incident was reported. The console shows what happened.'),
  IncidentAcknowledged: incident('acknowledged', 'Hearth has acknowledged the incident and works on it.'),
  IncidentActionLogged: incident('update', 'There is news about the incident in the console.'),
  IncidentEscalated: incident('severity changed', 'The severity of the incident was changed.'),
  IncidentResolved: incident('resolved', 'The incident was resolved. The console shows how.'),
  ReferralAccepted: () => ({
    subject: 'A host joined with your invitation',
    line: 'A host accepted your invitation. Your reward comes after their first stay that counts.',
  }),
  ReferralQualified: () => ({
    subject: 'A host you invited has had a first stay that counts',
    line: 'Your reward is on its way. The console shows when it will be available.',
  }),
  ReferralRejected: () => ({
    subject: 'An invitation ended without a reward',
    line: 'The console shows which rule of your invitation applied.',
  }),
}
