import type { Id } from '../kernel/ids.ts'
import { categoryOfStream, handleBy, idOfStream, textIn, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, type Reaction } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { ListingCommand, ListingEvent } from '../listing/messages.ts'
import type { PayoutAccountEvent } from '../payout-account/messages.ts'
import type { TaxProfileEvent } from '../tax-profile/messages.ts'
import {
  abandonDelisted,
  cancel,
  cancelEverything,
  cancelReminders,
  followRegistration,
  giveCalendar,
  markLive,
  move,
  notify,
  openCase,
  pauseLapsed,
  publish,
  recheck,
  restartReminders,
  type CaseCommand,
  type CaseEffect,
  type OnboardingProcessState,
  type Phase,
} from './rules/caseEffects.ts'
import type { OnboardingCommand, OnboardingEvent } from './messages.ts'

type CaseReaction = Reaction<OnboardingProcessState, CaseCommand>
type State = OnboardingProcessState

const enter = (state: State, phase: Phase): State => ({
  ...state,
  phase,
  before: state.phase,
  idleSince: null,
})
const publishIfApproved = ({ phase }: State, listingId: Id, eventId: Id): readonly CaseEffect[] =>
  phase === 'approved' ? [publish(listingId, eventId)] : []

/** Events of the case itself (docs/domain/onboarding.md#steps). Every other one is activity of the host. */
const onCase = handleBy<OnboardingEvent, [state: State, listingId: Id], CaseReaction>({
  OnboardingOpened: ({ id }, state, listingId) => [
    state,
    move(listingId, id, 'onboarding'),
    recheck(listingId, id),
  ],
  OnboardingSubmitted: ({ id }, state, listingId) => [
    enter(state, 'review'),
    ...cancelReminders,
    move(listingId, id, 'in_review'),
  ],
  ChangesRequested: (event, state, listingId) => {
    const [next, ...timers] = restartReminders(enter(state, 'filling'), listingId, event)
    return [
      next,
      move(listingId, event.id, 'onboarding'),
      notify(listingId, state, event.id, 'changes_requested'),
      ...timers,
    ]
  },
  OnboardingApproved: ({ id }, state, listingId) => [
    enter(state, 'approved'),
    move(listingId, id, 'ready'),
    publish(listingId, id),
    notify(listingId, state, id, 'approved'),
  ],
  OnboardingRejected: ({ id }, state, listingId) => [
    enter(state, 'closed'),
    ...cancelReminders,
    notify(listingId, state, id, 'rejected'),
  ],
  OnboardingAbandoned: ({ id }, state, listingId) => [
    enter(state, 'closed'),
    ...cancelReminders,
    notify(listingId, state, id, 'abandoned'),
  ],
  OnboardingResumed: (event, state, listingId) => {
    const [next, ...timers] = restartReminders(enter(state, state.before), listingId, event)
    return [next, recheck(listingId, event.id), ...publishIfApproved(next, listingId, event.id), ...timers]
  },
  OnboardingWentLive: ({ id }, state, listingId) => [
    enter(state, 'live'),
    giveCalendar(listingId, id),
    notify(listingId, state, id, 'live'),
  ],
  GoLiveConditionsLapsed: ({ id, data: { pauseAt } }, state, listingId) => [
    { ...state, pauseAt },
    notify(listingId, state, id, 'lapsed'),
    { kind: 'timer', name: 'lapse', at: pauseAt, work: pauseLapsed(listingId, id) },
  ],
  GoLiveConditionsRestored: (_event, state) => [{ ...state, pauseAt: null }, cancel('lapse')],
  ContactCodeSent: ({ data: { contact, codeId } }, state, listingId) => [
    state,
    { kind: 'job', name: 'send-contact-code', data: { listingId, contact, codeId } },
  ],
  ContactVerified: ({ id }, state, listingId) => [state, recheck(listingId, id)],
})

/** Data that steps or conditions depend on has changed (docs/domain/onboarding.md#steps). */
const onContent = (event: RecordedEvent, state: State, listingId: Id): CaseReaction => {
  const [next, ...timers] = restartReminders(state, listingId, event)
  return [next, recheck(listingId, event.id), ...publishIfApproved(state, listingId, event.id), ...timers]
}

/** The event says nothing about what a listing needs. */
const unchanged = (_event: RecordedEvent, state: State): CaseReaction => [state]

/** Events of the listing. Every other one changes its content. */
const onListing = handleBy<ListingEvent, [state: State, listingId: Id], CaseReaction>({
  ListingStageChanged: unchanged,
  ListingPaused: unchanged,
  ListingSuspended: unchanged,
  ListingEditRequested: unchanged,
  ListingEditDeclined: unchanged,
  ListingEditWithdrawn: unchanged,
  AvailabilityRulesChanged: unchanged,
  SafetyReviewed: unchanged,
  ListingPublished: ({ id }, state, listingId) => [state, markLive(listingId, id)],
  ListingDelisted: ({ id }, { phase }, listingId) => [
    undefined,
    ...cancelEverything,
    ...(phase === 'live' ? [] : [abandonDelisted(listingId, id)]),
  ],
  // A suspended listing could not be paused when its time was over.
  ListingReinstated: (event, state, listingId) => {
    const isOverdue = state.pauseAt !== null && state.pauseAt <= occurredAtOf(event)
    return [...onContent(event, state, listingId), ...(isOverdue ? [pauseLapsed(listingId, event.id)] : [])]
  },
  RegistrationRecorded: (event, state, listingId) => [
    ...onContent(event, state, listingId),
    ...followRegistration(state, listingId, event, event.data.expiresOn),
  ],
})

const onAnyEvent = (event: RecordedEvent, state: State, listingId: Id): CaseReaction => {
  switch (categoryOfStream(event.stream)) {
    case 'onboarding':
      return onCase(event, state, listingId) ?? restartReminders(state, listingId, event)
    case 'listing':
      return onListing(event, state, listingId) ?? onContent(event, state, listingId)
    case 'calendar':
      return [state, ...publishIfApproved(state, listingId, event.id)]
    default:
      return onContent(event, state, listingId)
  }
}

const begin = handleBy<ListingEvent, [listingId: Id], CaseReaction>({
  ListingDrafted: (event, listingId) => {
    const { hostAccountId } = event.data
    const [next, ...timers] = restartReminders(
      { hostAccountId, phase: 'filling', before: 'filling', idleSince: null, pauseAt: null },
      listingId,
      event,
    )
    return [next, openCase(listingId, hostAccountId), ...timers]
  },
})

const findListingId = (event: RecordedEvent): Id | undefined => {
  switch (categoryOfStream(event.stream)) {
    case 'listing':
    case 'onboarding':
    case 'calendar':
      return idOfStream(event.stream)
    case 'agreement':
    case 'photoshoot':
      return textIn(event.data, 'listingId')
    default:
      return undefined
  }
}

/**
 * Takes a drafted listing forward: the case is opened, the listing's status follows it, steps follow their
 * data, the listing is published once every condition holds, idle hosts are reminded, and a live listing
 * whose conditions lapse is warned and then paused (docs/domain/onboarding.md#publishing).
 */
export const onboardingProcess = defineProcess<OnboardingProcessState, CaseCommand>({
  name: 'onboarding',
  version: 2,
  correlate: findListingId,
  on: (state, event) => {
    const listingId = findListingId(event) ?? ''
    return (
      begin(event, listingId) ?? (state === undefined ? [undefined] : onAnyEvent(event, state, listingId))
    )
  },
})

export type AccountListings = Readonly<{ listingIds: readonly Id[] }>
type AccountReaction = Reaction<AccountListings, OnboardingCommand | ListingCommand>

const recheckAll = ({ id: eventId }: RecordedEvent, { listingIds }: AccountListings): AccountReaction => [
  { listingIds },
  ...listingIds.flatMap((listingId) => [recheck(listingId, eventId), publish(listingId, eventId)]),
]

const onAccount = handleBy<
  ListingEvent | PayoutAccountEvent | TaxProfileEvent,
  [state: AccountListings],
  AccountReaction
>({
  ListingDrafted: ({ stream }, { listingIds }) => {
    const listingId = idOfStream(stream)
    return [{ listingIds: [...listingIds.filter((known) => known !== listingId), listingId] }]
  },
  ListingDelisted: ({ stream }, { listingIds }) => [
    { listingIds: listingIds.filter((known) => known !== idOfStream(stream)) },
  ],
  // Only these change whether the account can be paid.
  PayoutMethodAdded: recheckAll,
  PayoutMethodVerified: recheckAll,
  PayoutMethodVerificationFailed: recheckAll,
  HolderNameConfirmed: recheckAll,
  HolderNameRejected: recheckAll,
  MethodRemoved: recheckAll,
  HoldPlaced: recheckAll,
  HoldReleased: recheckAll,
  // And these, whether its tax details are complete.
  TaxInfoRequested: recheckAll,
  TaxProfileCompleted: recheckAll,
  TinMismatched: recheckAll,
  TaxFormExpired: recheckAll,
})

const accountOfListing = handleBy<ListingEvent, [], Id>({
  ListingDrafted: ({ data }) => data.hostAccountId,
  ListingDelisted: ({ data }) => data.hostAccountId,
})

/** Bank accounts and tax details belong to the host account and count for each of its listings. */
export const onboardingAccountProcess = defineProcess<AccountListings, OnboardingCommand | ListingCommand>({
  name: 'onboarding-account',
  version: 1,
  correlate: (event) =>
    ['payoutAccount', 'taxProfile'].includes(categoryOfStream(event.stream))
      ? idOfStream(event.stream)
      : accountOfListing(event),
  on: (state = { listingIds: [] }, event) => onAccount(event, state) ?? [state],
})
