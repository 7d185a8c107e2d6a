import type { BookingEvent } from '../booking/index.ts'
import { later, type Instant } from '../kernel/dates.ts'
import { deriveId, deriveStepId, type Id } from '../kernel/ids.ts'
import {
  categoryOfStream,
  formatStream,
  idOfStream,
  type Recorded,
  type RecordedEvent,
} from '../kernel/message.ts'
import {
  defineProcess,
  reactBy,
  type Effect,
  type Job,
  type Reaction,
  type SystemCommand,
} from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { Component } from '../ledger/entry.ts'
import type { LedgerCommand } from '../ledger/messages.ts'
import { deriveEntryId, describeSource, entryFrom, postEntries } from '../ledger/rules/entries.ts'
import type { ListingEvent } from '../listing/messages.ts'
import type { ClawbackCause, ReferralCommand, ReferralEvent } from './messages.ts'
import type { RefereeEvent } from './refereeMessages.ts'
import type { ReferrerCommand } from './referrerMessages.ts'
import { addWholeDays } from './terms.ts'

/** A guest who left just before the deadline is reported a little later. */
const LATE_REPORT_DAYS = 1
/** What is imported with its history is not over before the rest of it has come. */
const IMPORT_DAYS = 1

const readCommandId = (event: RecordedEvent): Id => event.metadata['commandId'] ?? event.id
const job = (name: string, data: Job['data']): Job => ({ kind: 'job', name, data })

const expireAt = (
  at: Instant,
  event: RecordedEvent,
  referralId: Id,
  stage: string,
): Effect<ReferralCommand> => ({
  kind: 'timer',
  name: 'expire',
  at: later(at, addWholeDays(event.recordedAt, IMPORT_DAYS)),
  work: {
    kind: 'command',
    commandId: deriveId('expire-referral', referralId, stage),
    type: 'ExpireReferral',
    id: referralId,
    data: {},
  },
})

/** The policy of the terms as entries name it, and the entry of the reward once it is posted. */
export type ReferralProcessState = Readonly<{
  hostAccountId: string
  policies: readonly string[]
  rewardEntryId: Id | null
}>

/** Gives the place of an invitation or a reward back to the account that invited. */
const free = (
  type: 'FreeReferralInvite' | 'FreeReferralReward',
  hostAccountId: string | undefined,
  event: RecordedEvent<string, Readonly<{ referralId: string }>>,
): Effect<ReferrerCommand>[] =>
  hostAccountId === undefined
    ? []
    : [
        {
          kind: 'command',
          commandId: deriveStepId(readCommandId(event), formatStream('referrer', hostAccountId), type),
          type,
          id: hostAccountId,
          data: { referralId: event.data.referralId },
        },
      ]

const REVERSED: Readonly<Record<ClawbackCause, string>> = {
  refund: 'Reward for a host you referred, taken back because their first stay was refunded',
  chargeback:
    'Reward for a host you referred, taken back because the payment of their first stay was charged back',
}

type PaidEvent = Extract<ReferralEvent, { type: 'ReferralRewarded' | 'ReferralClawedBack' }>

const post = (
  event: Recorded<PaidEvent>,
  kind: 'referral_reward' | 'referral_clawback',
  text: string,
  policies: readonly string[],
  component: Component,
): Effect<LedgerCommand>[] => {
  const { hostAccountId, currency } = event.data
  const at = occurredAtOf(event)
  const head = {
    kind,
    currency,
    availableAt: at,
    listingId: null,
    bookingId: null,
    source: describeSource(event),
    policies: [...policies],
    text,
  }
  const entry = entryFrom(head, [component])
  return entry === undefined ? [] : [postEntries(readCommandId(event), hostAccountId, [entry], at)]
}

/**
 * An invitation is mailed and expires; a reward and what takes it back are entries of the ledger, each
 * posted once (docs/domain/referral.md#reward).
 */
export const referralProcess = defineProcess<
  ReferralProcessState,
  ReferralCommand | ReferrerCommand | LedgerCommand
>({
  name: 'referral',
  version: 2,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'referral' ? idOfStream(stream) : undefined),
  on: reactBy<ReferralProcessState, ReferralEvent, ReferralCommand | ReferrerCommand | LedgerCommand>({
    ReferralInvited: (_state, event) => {
      const { referralId, hostAccountId, email, expiresAt, terms } = event.data
      return [
        { hostAccountId, policies: [`referral@${terms.policyVersion}`], rewardEntryId: null },
        ...(email === null ? [] : [job('send-referral', { referralId })]),
        expireAt(expiresAt, event, referralId, 'invited'),
      ]
    },
    ReferralAccepted: (state, event) => {
      const { referralId, qualifyBy } = event.data
      return [
        state,
        expireAt(addWholeDays(qualifyBy, LATE_REPORT_DAYS), event, referralId, 'accepted'),
        ...free('FreeReferralInvite', state?.hostAccountId, event),
      ]
    },
    ReferralQualified: (state) => [state, { kind: 'cancel', name: 'expire' }],
    ReferralExpired: () => [undefined],
    ReferralRejected: (state, event) => [
      undefined,
      { kind: 'cancel', name: 'expire' },
      ...free('FreeReferralInvite', state?.hostAccountId, event),
    ],
    ReferralRewarded: (state, event) => [
      {
        hostAccountId: event.data.hostAccountId,
        policies: state?.policies ?? [],
        rewardEntryId: deriveEntryId(event.id, 'referral_reward'),
      },
      ...post(event, 'referral_reward', 'Reward for a host you referred', state?.policies ?? [], {
        code: 'reward',
        amountMinor: event.data.rewardMinor,
        basis: { rule: 'stated' },
      }),
      job('tell-referral', { referralId: event.data.referralId }),
    ],
    ReferralClawedBack: (state, event) => [
      undefined,
      ...(state === undefined || state.rewardEntryId === null
        ? []
        : post(event, 'referral_clawback', REVERSED[event.data.cause], state.policies, {
            code: 'reward',
            amountMinor: -event.data.rewardMinor,
            basis: {
              rule: 'reversed',
              entryId: state.rewardEntryId,
              amountMinor: event.data.rewardMinor,
            },
          })),
      ...free('FreeReferralReward', event.data.hostAccountId, event),
    ],
  }),
})

const qualify = (event: RecordedEvent, referralId: Id, leftAt: Instant): SystemCommand<ReferralCommand> => ({
  kind: 'command',
  commandId: deriveStepId(readCommandId(event), formatStream('referral', referralId), 'qualify'),
  type: 'QualifyReferral',
  id: referralId,
  data: { leftAt },
  occurredAt: occurredAtOf(event),
})

/**
 * What the invited account does moves the invitation on, which learns dates and nothing else
 * (docs/domain/referral.md#what-the-referrer-sees).
 */
export const refereeProcess = defineProcess<never, ReferralCommand>({
  name: 'referee',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'referee' ? idOfStream(stream) : undefined),
  on: reactBy<never, RefereeEvent, ReferralCommand>({
    ReferralCodeAccepted: (_state, event) => [
      undefined,
      job('complete-referral', {
        hostAccountId: event.data.hostAccountId,
        referralId: event.data.referralId,
        commandId: readCommandId(event),
        at: occurredAtOf(event),
      }),
    ],
    ReferredStayCounted: (_state, event) => {
      const { hostAccountId, referralId, leftAt, rewardAt } = event.data
      return [
        undefined,
        qualify(event, referralId, leftAt),
        {
          kind: 'timer',
          name: 'reward',
          at: rewardAt,
          work: job('reward-referral', { hostAccountId, referralId, at: rewardAt }),
        },
      ]
    },
    ReferredStayReversed: (_state, event) => [
      undefined,
      { kind: 'cancel', name: 'reward' },
      job('reverse-referral', {
        referralId: event.data.referralId,
        cause: event.data.cause,
        eventId: event.id,
        at: occurredAtOf(event),
      }),
    ],
  }),
})

/** A stay of any account may be one that counts for a referral; the worker knows. */
const check = (name: string, event: RecordedEvent, more: Job['data'] = {}): Reaction<never> => [
  undefined,
  job(name, { bookingId: idOfStream(event.stream), eventId: event.id, at: occurredAtOf(event), ...more }),
]

export const referredStayProcess = defineProcess<never>({
  name: 'referred-stay',
  version: 1,
  correlate: ({ stream }) =>
    ['booking', 'listing'].includes(categoryOfStream(stream)) ? idOfStream(stream) : undefined,
  on: reactBy<never, BookingEvent | ListingEvent>({
    BookingCheckedOut: (_state, event) => check('count-referred-stay', event),
    RefundRequested: (_state, event) => check('reverse-referred-stay', event, { cause: 'refund' }),
    ChargebackReceived: (_state, event) => check('reverse-referred-stay', event, { cause: 'chargeback' }),
    ListingPublished: (_state, event) => [
      undefined,
      job('mark-referral-live', { listingId: idOfStream(event.stream), at: occurredAtOf(event) }),
    ],
  }),
})
