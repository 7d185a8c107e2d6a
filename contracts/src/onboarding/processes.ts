import { addDays, type Instant, type LocalDate } from '../kernel/dates.ts'
import { idOf, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, type Effect, type Job, type Order, type Reaction } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { ListingEvent, ListingStage } from '../listing/messages.ts'
import type { OnboardingEvent } from './messages.ts'

/** What owners hear of by mail. */
export type OnboardingNotice =
  | 'reminder'
  | 'changes_requested'
  | 'approved'
  | 'rejected'
  | 'abandoned'
  | 'live'
  | 'lapsed'
  | 'registration'

/**
 * Days without anything happening after which owners are reminded, and after which the case is laid aside
 * (domain.md §3).
 */
export const REMINDER_DAYS = [3, 10, 30] as const
export const ABANDON_DAYS = 60
/** Days before a registration expires on which owners are told (domain.md §5.1). */
export const REGISTRATION_DAYS = [60, 30, 7, 0] as const

/**
 * Where the host is: filling in, waiting for our people, for the conditions of going live, live, or done
 * with.
 */
type Phase = 'filling' | 'review' | 'approved' | 'live' | 'closed'
export type OnboardingProcessState = Readonly<{
  hostAccountId: Id
  phase: Phase
  /** The phase in which it was laid aside. */
  before: Phase
  /** The day from which on idleness is counted. */
  idleSince: LocalDate | null
  /** When the time to mend what lapsed is over; null while nothing has lapsed. */
  pauseAt: Instant | null
}>

const order = (name: string, type: string, listingId: Id, eventId: Id, data: Order['data'] = {}): Order => ({
  kind: 'command',
  commandId: idOf(name, listingId, eventId),
  type,
  id: listingId,
  data,
})
const recheck = (listingId: Id, eventId: Id) =>
  order('recheck-onboarding', 'RecheckOnboarding', listingId, eventId)
const publish = (listingId: Id, eventId: Id) => order('publish-listing', 'PublishListing', listingId, eventId)
const move = (listingId: Id, eventId: Id, stage: ListingStage) =>
  order('move-listing', 'MoveListing', listingId, eventId, { stage })
const tell = (
  listingId: Id,
  { hostAccountId }: Pick<OnboardingProcessState, 'hostAccountId'>,
  eventId: Id,
  what: OnboardingNotice,
  more: Job['data'] = {},
): Job => ({
  kind: 'job',
  name: 'tell-onboarding',
  data: { listingId, hostAccountId, what, eventId, ...more },
})
const morning = (date: LocalDate): Instant => `${date}T08:00:00.000Z`
/** When the day has ended on the last of all clocks. */
const overEverywhere = (date: LocalDate): Instant => `${addDays(date, 1)}T12:00:00.000Z`

const registrationTimer = (days: number) => `registration-${days}`
const IDLE = [...REMINDER_DAYS.map((days) => `idle-${days}`), 'abandon']
const cancel = (name: string): Effect => ({ kind: 'cancel', name })
const settled: readonly Effect[] = IDLE.map(cancel)
/** Nothing is waited for any more. */
const over: readonly Effect[] = [
  ...settled,
  cancel('lapse'),
  ...REGISTRATION_DAYS.map((days) => cancel(registrationTimer(days))),
]

/**
 * Idleness is counted from the end of the day on which something happened last: timers are set once a day,
 * not with every answer.
 */
const awake = (
  state: OnboardingProcessState,
  listingId: Id,
  event: RecordedEvent,
): readonly [OnboardingProcessState, ...Effect[]] => {
  const day = occurredAtOf(event).slice(0, 10)
  if (state.phase !== 'filling' || state.idleSince === day) return [state]
  const reminders = REMINDER_DAYS.map((days): Effect => ({
    kind: 'timer',
    name: `idle-${days}`,
    at: morning(addDays(day, days + 1)),
    work: tell(listingId, state, event.id, 'reminder', { days: String(days) }),
  }))
  return [
    { ...state, idleSince: day },
    ...reminders,
    {
      kind: 'timer',
      name: 'abandon',
      at: morning(addDays(day, ABANDON_DAYS + 1)),
      work: order('abandon-onboarding', 'AbandonOnboarding', listingId, event.id),
    },
  ]
}

const enter = (state: OnboardingProcessState, phase: Phase): OnboardingProcessState => ({
  ...state,
  phase,
  before: state.phase,
  idleSince: null,
})

const pauseLapsed = (listingId: Id, eventId: Id) =>
  order('pause-lapsed', 'PauseListing', listingId, eventId, {
    until: null,
    reason: 'What a listing needs to be live is missing since thirty days; see its checklist.',
  })

/** An address for other platforms' calendars, unless the host has made one already (P11). */
const giveCalendar = (listingId: Id, eventId: Id): Order => ({
  kind: 'command',
  commandId: idOf('give-calendar', listingId, eventId),
  type: 'RotateIcalToken',
  data: { listingId, unlessGiven: true },
})

/** Of the case itself (P17). */
const ofCase = (
  state: OnboardingProcessState,
  listingId: Id,
  event: RecordedEvent,
): Reaction<OnboardingProcessState> => {
  const own = event as RecordedEvent & OnboardingEvent
  const { id } = event
  const say = (what: OnboardingNotice) => tell(listingId, state, id, what)
  switch (own.type) {
    case 'OnboardingOpened':
      return [state, move(listingId, id, 'onboarding'), recheck(listingId, id)]
    case 'OnboardingSubmitted':
      return [enter(state, 'review'), ...settled, move(listingId, id, 'in_review')]
    case 'ChangesRequested': {
      const [next, ...timers] = awake(enter(state, 'filling'), listingId, event)
      return [next, move(listingId, id, 'onboarding'), say('changes_requested'), ...timers]
    }
    case 'OnboardingApproved':
      return [enter(state, 'approved'), move(listingId, id, 'ready'), publish(listingId, id), say('approved')]
    case 'OnboardingRejected':
      return [enter(state, 'closed'), ...settled, say('rejected')]
    case 'OnboardingAbandoned':
      return [enter(state, 'closed'), ...settled, say('abandoned')]
    case 'OnboardingResumed': {
      const [next, ...timers] = awake(enter(state, state.before), listingId, event)
      return [
        next,
        recheck(listingId, id),
        ...(next.phase === 'approved' ? [publish(listingId, id)] : []),
        ...timers,
      ]
    }
    case 'OnboardingWentLive':
      return [enter(state, 'live'), giveCalendar(listingId, id), say('live')]
    case 'GoLiveConditionsLapsed':
      return [
        { ...state, pauseAt: own.data.pauseAt },
        say('lapsed'),
        { kind: 'timer', name: 'lapse', at: own.data.pauseAt, work: pauseLapsed(listingId, id) },
      ]
    case 'GoLiveConditionsRestored':
      return [{ ...state, pauseAt: null }, cancel('lapse')]
    case 'ContactCodeSent':
      return [
        state,
        {
          kind: 'job',
          name: 'send-contact-code',
          data: { listingId, contact: own.data.contact, codeId: own.data.codeId },
        },
      ]
    case 'ContactVerified':
      return [state, recheck(listingId, id)]
    default:
      return awake(state, listingId, event)
  }
}

const expiryOf = (
  state: OnboardingProcessState,
  listingId: Id,
  event: RecordedEvent,
  expiresOn: LocalDate | null,
): readonly Effect[] =>
  REGISTRATION_DAYS.flatMap((days): Effect[] => {
    const name = registrationTimer(days)
    if (expiresOn === null) return [cancel(name)]
    const at = days === 0 ? overEverywhere(expiresOn) : morning(addDays(expiresOn, -days))
    if (at <= occurredAtOf(event)) return [cancel(name)]
    // Under an id of its own: the look at the very event is another one.
    const work =
      days === 0
        ? order('recheck-expired-registration', 'RecheckOnboarding', listingId, event.id)
        : tell(listingId, state, event.id, 'registration', { days: String(days), expiresOn })
    return [{ kind: 'timer', name, at, work }]
  })

/** Says nothing about what a listing needs. */
const OF_ITS_STATUS: readonly string[] = [
  'ListingStageChanged',
  'ListingPaused',
  'ListingSuspended',
  'ListingEditRequested',
  'ListingEditDeclined',
  'ListingEditWithdrawn',
  'AvailabilityRulesChanged',
  'SafetyReviewed',
]

/** Something that steps or conditions depend on has changed (P11). */
const ofContent = (
  state: OnboardingProcessState,
  listingId: Id,
  event: RecordedEvent,
): Reaction<OnboardingProcessState> => {
  const [next, ...timers] = awake(state, listingId, event)
  return [
    next,
    recheck(listingId, event.id),
    ...(state.phase === 'approved' ? [publish(listingId, event.id)] : []),
    ...timers,
  ]
}

const ofListing = (
  state: OnboardingProcessState,
  listingId: Id,
  event: RecordedEvent,
): Reaction<OnboardingProcessState> => {
  const own = event as RecordedEvent & ListingEvent
  if (OF_ITS_STATUS.includes(own.type)) return [state]
  if (own.type === 'ListingPublished') return [state, order('mark-live', 'MarkLive', listingId, event.id)]
  if (own.type === 'ListingDelisted')
    return [
      undefined,
      ...over,
      ...(state.phase === 'live'
        ? []
        : [order('abandon-delisted', 'AbandonOnboarding', listingId, event.id)]),
    ]
  const [next, ...effects] = ofContent(state, listingId, event)
  // A suspended listing could not be paused when its time was over.
  const overdue =
    own.type === 'ListingReinstated' && state.pauseAt !== null && state.pauseAt <= occurredAtOf(event)
  return [
    next,
    ...effects,
    ...(overdue ? [pauseLapsed(listingId, event.id)] : []),
    ...(own.type === 'RegistrationRecorded' ? expiryOf(state, listingId, event, own.data.expiresOn) : []),
  ]
}

const listingOf = ({ stream, data }: RecordedEvent): Id | undefined => {
  switch (categoryOfStream(stream)) {
    case 'listing':
    case 'onboarding':
    case 'calendar':
      return idOfStream(stream)
    case 'agreement':
    case 'photoshoot':
      return (data as Readonly<{ listingId?: string }>).listingId
    default:
      return undefined
  }
}

/**
 * A drafted listing's way by itself: the case is opened, the listing's status follows it, steps follow their
 * data, the listing is published once every condition holds, hosts who are idle are reminded, and a live
 * listing whose conditions lapse is warned and then paused (domain.md §5, P11 and P17).
 */
export const onboardingProcess = defineProcess<OnboardingProcessState>({
  name: 'onboarding',
  version: 2,
  correlate: listingOf,
  on: (state, event) => {
    const listingId = listingOf(event) ?? ''
    if (event.type === 'ListingDrafted') {
      const { hostAccountId } = (event as RecordedEvent & Extract<ListingEvent, { type: 'ListingDrafted' }>)
        .data
      const open: Order = {
        kind: 'command',
        commandId: idOf('open-onboarding', listingId),
        type: 'OpenOnboarding',
        id: listingId,
        data: { hostAccountId },
      }
      const [next, ...timers] = awake(
        { hostAccountId, phase: 'filling', before: 'filling', idleSince: null, pauseAt: null },
        listingId,
        event,
      )
      return [next, open, ...timers]
    }
    if (state === undefined) return [undefined]
    switch (categoryOfStream(event.stream)) {
      case 'onboarding':
        return ofCase(state, listingId, event)
      case 'listing':
        return ofListing(state, listingId, event)
      case 'calendar':
        return [state, ...(state.phase === 'approved' ? [publish(listingId, event.id)] : [])]
      default:
        return ofContent(state, listingId, event)
    }
  },
})

export type AccountListings = Readonly<{ listingIds: readonly Id[] }>
const accountOf = ({ stream, type, data }: RecordedEvent): Id | undefined => {
  if (categoryOfStream(stream) === 'payoutAccount') return idOfStream(stream)
  return type === 'ListingDrafted' || type === 'ListingDelisted'
    ? (data as Readonly<{ hostAccountId: string }>).hostAccountId
    : undefined
}
/** Whether anybody can be paid changes with these only. */
const OF_METHODS: readonly string[] = [
  'PayoutMethodAdded',
  'PayoutMethodVerified',
  'PayoutMethodVerificationFailed',
  'HolderNameConfirmed',
  'HolderNameRejected',
  'MethodRemoved',
  'HoldPlaced',
  'HoldReleased',
]

/** Bank accounts belong to the host's account and count for each of its listings. */
export const onboardingAccountProcess = defineProcess<AccountListings>({
  name: 'onboarding-account',
  version: 1,
  correlate: accountOf,
  on: (state = { listingIds: [] }, event) => {
    const { listingIds } = state
    const listingId = idOfStream(event.stream)
    if (event.type === 'ListingDrafted')
      return [{ listingIds: [...listingIds.filter((known) => known !== listingId), listingId] }]
    if (event.type === 'ListingDelisted')
      return [{ listingIds: listingIds.filter((known) => known !== listingId) }]
    if (!OF_METHODS.includes(event.type)) return [state]
    return [state, ...listingIds.flatMap((id) => [recheck(id, event.id), publish(id, event.id)])]
  },
})
