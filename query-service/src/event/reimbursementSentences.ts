import type { Deadline, Outcome, ReimbursementEvent } from '@hearth/contracts/reimbursement'
import type { Context, SentencesOf } from './line.ts'
import { codeWords, countWords } from './words.ts'

/** The text in quotation marks after the sentence, for those who may see it. */
const withText = (sentence: string, text: string | null, { details }: Context): string =>
  text === null || text === '' || !details ? sentence : `${sentence} “${text}”`

const named = (description: string, { details }: Context) => (details ? ` “${description}”` : '')

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  approved: 'Approved in full',
  partially_approved: 'Approved in part',
  denied: 'Denied',
}
const DEADLINES: Readonly<Record<Deadline, string>> = {
  first_action: 'Hearth hasn’t started the review in time. The claim was escalated.',
  decision: 'Hearth hasn’t decided in time. The claim was escalated.',
}
const bySecond = (approvedBy: string | null) => (approvedBy === null ? '.' : ', by two people.')

/** Every event of a claim for reimbursement in plain words. */
export const reimbursementSentences: SentencesOf<ReimbursementEvent> = {
  ReimbursementDrafted: ({ kind }) => ({ text: `Claim started (${codeWords(kind)}).` }),
  ReimbursementItemAdded: ({ item }, context) => ({
    text: `Item${named(item.description, context)} added.`,
    amountMinor: item.claimedMinor,
  }),
  ReimbursementItemChanged: ({ item }, context) => ({
    text: `Item${named(item.description, context)} changed.`,
    amountMinor: item.claimedMinor,
  }),
  ReimbursementItemRemoved: () => ({ text: 'Item removed.' }),
  ReimbursementEvidenceAttached: ({ evidence }) => ({
    text: `Evidence added (${codeWords(evidence.kind)}).`,
  }),
  ReimbursementEvidenceRemoved: () => ({ text: 'Evidence removed.' }),
  ReimbursementSubmitted: ({ totalMinor, currency, guestBy }) => ({
    text: guestBy === null ? 'Submitted for review.' : `Submitted. The guest can answer until ${guestBy}.`,
    amountMinor: totalMinor,
    currency,
  }),
  ReimbursementGuestAccepted: ({ all, itemIds, text, amountMinor }, context) => ({
    text: withText(
      all ? 'The guest agreed to all of it.' : `The guest agreed to ${countWords(itemIds.length, 'item')}.`,
      text,
      context,
    ),
    amountMinor,
  }),
  ReimbursementGuestDeclined: ({ text }, context) => ({
    text: withText('The guest didn’t agree.', text, context),
  }),
  ReimbursementGuestTimedOut: () => ({ text: 'The guest didn’t answer in time. The review began.' }),
  ReimbursementGuestErased: () => ({ text: 'The guest’s personal data was erased.' }),
  ReimbursementReviewStarted: () => ({ text: 'The review started.' }),
  ReimbursementInfoRequested: ({ questions, dueAt }, context) => ({
    text: withText(`More information requested until ${dueAt}.`, questions.join(' '), context),
  }),
  ReimbursementInfoProvided: ({ answers }, context) => ({
    text: withText('Information provided.', answers.join(' '), context),
  }),
  ReimbursementInfoTimedOut: () => ({
    text: 'No information was provided in time. The review continued without it.',
  }),
  // Hosts see a decision once it stands; who decides is in the text of it.
  ReimbursementDecisionProposed: () => ({ text: 'A decision was prepared. A second person checks it.' }),
  ReimbursementDecisionReturned: () => ({ text: 'The prepared decision was returned.' }),
  ReimbursementDecided: ({ outcome, approvedBy, totalMinor, currency }) => ({
    text: `${OUTCOMES[outcome]}${bySecond(approvedBy)}`,
    amountMinor: totalMinor,
    currency,
  }),
  ReimbursementAppealed: ({ grounds }, context) => ({
    text: withText('Appealed.', grounds, context),
  }),
  ReimbursementDecidedFinal: ({ outcome, approvedBy, totalMinor, currency }) => ({
    text: `${OUTCOMES[outcome]} after the appeal${bySecond(approvedBy)}`,
    amountMinor: totalMinor,
    currency,
  }),
  ReimbursementDeadlineMissed: ({ deadline }) => ({ text: DEADLINES[deadline] }),
  ReimbursementPaid: ({ amountMinor, currency }) => ({
    text: 'Added to your earnings.',
    amountMinor,
    currency,
  }),
  ReimbursementGuestCharged: ({ amountMinor, currency }) => ({
    text: 'The guest paid.',
    amountMinor,
    currency,
  }),
  ReimbursementGuestChargeFailed: () => ({ text: 'The guest’s payment failed.' }),
  ReimbursementWithdrawn: () => ({ text: 'Withdrawn.' }),
  ReimbursementExpired: () => ({ text: 'Expired, because it wasn’t submitted in time.' }),
  ReimbursementClosed: () => ({ text: 'Closed.' }),
}
