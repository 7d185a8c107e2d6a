import type { DisputeGround, ReviewEvent } from '@hearth/contracts/review'
import type { Context, SentencesOf } from './line.ts'
import { countWords } from './words.ts'

const GROUNDS: Readonly<Record<DisputeGround, string>> = {
  retaliatory: 'retaliation',
  extortion: 'extortion',
  irrelevant: 'off topic',
  private_info: 'private information',
  discriminatory: 'discrimination',
  conflict_of_interest: 'a conflict of interest',
}

const nameGuest = (guestName: string, { details }: Context) => (details ? guestName : 'the guest')
const quote = (text: string, { details }: Context) => (text === '' || !details ? '' : ` “${text}”`)

/** Every event of a pair of reviews in plain words; sealed reviews say only that they exist. */
export const reviewSentences: SentencesOf<ReviewEvent> = {
  ReviewWindowOpened: ({ guestName }, context) => ({
    text: `The host and ${nameGuest(guestName, context)} can review each other.`,
  }),
  HostReviewSubmitted: () => ({
    text: 'The host’s review was sent. It stays sealed until both are revealed.',
  }),
  HostReviewEdited: () => ({ text: 'The host’s review was changed.' }),
  GuestReviewReceived: () => ({
    text: 'The guest’s review arrived. It stays sealed until both are revealed.',
  }),
  ReviewReminderDue: ({ day }) => ({
    text: `The host was reminded to write a review, ${countWords(day, 'day')} after check-out.`,
  }),
  ReviewsRevealed: ({ cause }) => ({
    text:
      cause === 'both'
        ? 'Both reviews were revealed.'
        : 'The time for reviews ended, and what was written was revealed.',
  }),
  ReviewWindowClosed: () => ({ text: 'The time for reviews ended. Neither side wrote one.' }),
  ReviewReplied: ({ text }, context) => ({ text: `The host replied to the review.${quote(text, context)}` }),
  ReviewReplyEdited: ({ text }, context) => ({ text: `The host changed the reply.${quote(text, context)}` }),
  ReviewDisputed: ({ ground }) => ({
    text: `The host asked Hearth to remove the guest’s review: ${GROUNDS[ground]}.`,
  }),
  ReviewDisputeDecided: ({ decision, reason }, context) => ({
    text: `${
      decision === 'remove' ? 'Hearth decided to remove the review.' : 'Hearth decided that the review stays.'
    }${quote(reason, context)}`,
  }),
  ReviewRemoved: ({ side }) => ({ text: `The ${side}’s review was removed.` }),
  ReviewGuestErased: () => ({ text: 'The guest’s personal data was erased.' }),
}
