import { withoutTexts } from '../kernel/accountTexts.ts'
import { maskEmail } from '../kernel/email.ts'
import { formatStream, idOfStream } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import { deriveEntryId } from '../ledger/rules/entries.ts'
import type { ReferralEvent } from './messages.ts'
import type { RefereeEvent } from './refereeMessages.ts'
import { zRefereeRow, zReferralRow, type RefereeRow, type ReferralRow } from './resource.ts'

const NOT_YET = {
  acceptedAt: null,
  qualifyBy: null,
  liveAt: null,
  leftAt: null,
  rewardAt: null,
  clawbackUntil: null,
  rewardedAt: null,
  rewardEntryId: null,
  endedAt: null,
  rejectedFor: null,
  clawbackCause: null,
  clawbackEntryId: null,
} as const

/** One row for each invitation. */
export const referralProjection = defineProjection<ReferralRow>({
  name: 'referral',
  version: 1,
  row: zReferralRow,
  categories: ['referral'],
  personal: ['invitee'],
  eraseTexts: withoutTexts<ReferralRow>('invitee'),
  keys: ({ stream }) => [idOfStream(stream)],
  streams: ({ id }) => [formatStream('referral', id)],
  fold: foldBy<ReferralRow, ReferralEvent>({
    ReferralInvited: (_row, event) => {
      const { referralId: id, hostAccountId, code, terms, email, expiresAt } = event.data
      return {
        ...NOT_YET,
        id,
        hostAccountId,
        code,
        // An erased address isn’t masked: it reads as `[erased]`.
        invitee: email?.includes('@') ? maskEmail(email) : email,
        state: 'invited',
        terms,
        rewardMinor: terms.rewardMinor,
        currency: terms.currency,
        invitedAt: occurredAtOf(event),
        expiresAt,
      }
    },
    ReferralAccepted: (row, event) =>
      row && { ...row, state: 'accepted', acceptedAt: occurredAtOf(event), qualifyBy: event.data.qualifyBy },
    ReferralListingLive: (row, event) =>
      row && { ...row, state: 'listing_live', liveAt: occurredAtOf(event) },
    ReferralQualified: (row, { data: { leftAt, rewardAt, clawbackUntil } }) =>
      row && { ...row, state: 'qualified', leftAt, rewardAt, clawbackUntil },
    ReferralRewarded: (row, event) =>
      row && {
        ...row,
        state: 'rewarded',
        rewardedAt: occurredAtOf(event),
        rewardEntryId: deriveEntryId(event.id, 'referral_reward'),
      },
    ReferralExpired: (row, event) => row && { ...row, state: 'expired', endedAt: occurredAtOf(event) },
    ReferralRejected: (row, event) =>
      row && { ...row, state: 'rejected', endedAt: occurredAtOf(event), rejectedFor: event.data.rule },
    ReferralClawedBack: (row, event) =>
      row && {
        ...row,
        state: 'clawed_back',
        endedAt: occurredAtOf(event),
        clawbackCause: event.data.cause,
        clawbackEntryId: deriveEntryId(event.id, 'referral_clawback'),
      },
  }),
})

/** One row for each account that has accepted a code. */
export const refereeProjection = defineProjection<RefereeRow>({
  name: 'referee',
  version: 1,
  row: zRefereeRow,
  categories: ['referee'],
  keys: ({ stream }) => [idOfStream(stream)],
  streams: ({ id }) => [formatStream('referee', id)],
  fold: foldBy<RefereeRow, RefereeEvent>({
    ReferralCodeAccepted: (_row, event) => {
      const { hostAccountId, code, terms, qualifyBy } = event.data
      return {
        id: hostAccountId,
        hostAccountId,
        code,
        state: 'accepted',
        terms,
        acceptedAt: occurredAtOf(event),
        qualifyBy,
        leftAt: null,
        rewardAt: null,
      }
    },
    ReferralCodeReleased: () => undefined,
    ReferredStayCounted: (row, { data: { leftAt, rewardAt } }) =>
      row && { ...row, state: 'counted', leftAt, rewardAt },
    ReferredStayReversed: (row) => row && { ...row, state: 'reversed' },
  }),
})
