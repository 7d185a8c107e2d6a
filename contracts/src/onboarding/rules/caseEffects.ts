import { addDays, type Instant, type LocalDate } from '../../kernel/dates.ts'
import { deriveId, type Id } from '../../kernel/ids.ts'
import type { CalendarCommand } from '../../calendar/messages.ts'
import type { RecordedEvent } from '../../kernel/message.ts'
import type { Effect, Job, SystemCommand } from '../../kernel/process.ts'
import { occurredAtOf } from '../../kernel/projection.ts'
import type { ListingCommand, ListingStage } from '../../listing/messages.ts'
import type { OnboardingCommand } from '../messages.ts'

/** What onboarding asks of its case, of the listing, and of the listing's calendar. */
export type CaseCommand = OnboardingCommand | ListingCommand | CalendarCommand
export type CaseEffect = Effect<CaseCommand>

/** What owners are notified of by email. */
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
 * Days without activity after which owners are reminded, and after which the case is put on hold
 * (docs/domain/onboarding.md#steps).
 */
const REMINDER_DAYS = [3, 10, 30] as const
const ABANDON_DAYS = 60
/** Days before a registration expires on which owners are notified (docs/domain/onboarding.md#steps). */
const REGISTRATION_DAYS = [60, 30, 7, 0] as const

/** `review`: the case is with staff. `approved`: it waits for the conditions of going live. */
export type Phase = 'filling' | 'review' | 'approved' | 'live' | 'closed'
export type OnboardingProcessState = Readonly<{
  hostAccountId: Id
  phase: Phase
  /** The phase in which it was put on hold. */
  before: Phase
  /** The day from which idleness is counted. */
  idleSince: LocalDate | null
  /** When the time to fix a lapsed condition ends; null while no condition has lapsed. */
  pauseAt: Instant | null
}>

/** A command about the listing or its case; both have the listing's id. */
const command = (
  name: string,
  listingId: Id,
  eventId: Id,
  asked: OnboardingCommand | ListingCommand,
): SystemCommand<OnboardingCommand | ListingCommand> => ({
  kind: 'command',
  commandId: deriveId(name, listingId, eventId),
  id: listingId,
  ...asked,
})

/** One case for each listing, whichever event opens it. */
export const openCase = (listingId: Id, hostAccountId: Id): SystemCommand<OnboardingCommand> => ({
  kind: 'command',
  commandId: deriveId('open-onboarding', listingId),
  type: 'OpenOnboarding',
  id: listingId,
  data: { hostAccountId },
})
export const recheck = (listingId: Id, eventId: Id) =>
  command('recheck-onboarding', listingId, eventId, { type: 'RecheckOnboarding', data: {} })
export const publish = (listingId: Id, eventId: Id) =>
  command('publish-listing', listingId, eventId, { type: 'PublishListing', data: {} })
export const move = (listingId: Id, eventId: Id, stage: ListingStage) =>
  command('move-listing', listingId, eventId, { type: 'MoveListing', data: { stage } })
export const markLive = (listingId: Id, eventId: Id) =>
  command('mark-live', listingId, eventId, { type: 'MarkLive', data: {} })
export const abandonDelisted = (listingId: Id, eventId: Id) =>
  command('abandon-delisted', listingId, eventId, { type: 'AbandonOnboarding', data: {} })
export const pauseLapsed = (listingId: Id, eventId: Id) =>
  command('pause-lapsed', listingId, eventId, {
    type: 'PauseListing',
    data: {
      until: null,
      reason: 'The listing hasn’t met the requirements for 30 days. See its checklist.',
    },
  })

/**
 * An address for other platforms' calendars, unless the host has created one already
 * (docs/domain/onboarding.md#steps).
 */
export const giveCalendar = (listingId: Id, eventId: Id): SystemCommand<CalendarCommand> => ({
  kind: 'command',
  commandId: deriveId('give-calendar', listingId, eventId),
  type: 'RotateIcalToken',
  data: { listingId, unlessGiven: true },
})

export const notify = (
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
/** When the day has ended in every time zone. */
const overEverywhere = (date: LocalDate): Instant => `${addDays(date, 1)}T12:00:00.000Z`

const registrationTimer = (days: number) => `registration-${days}`
const IDLE_TIMERS = [...REMINDER_DAYS.map((days) => `idle-${days}`), 'abandon']

export const cancel = (name: string): Effect => ({ kind: 'cancel', name })
/** The host is not reminded any more. */
export const cancelReminders: readonly Effect[] = IDLE_TIMERS.map(cancel)
export const cancelEverything: readonly Effect[] = [
  ...cancelReminders,
  cancel('lapse'),
  ...REGISTRATION_DAYS.map((days) => cancel(registrationTimer(days))),
]

/**
 * Idleness is counted from the end of the day of the last activity, so the timers are set once a day, not
 * with every answer.
 */
export const restartReminders = (
  state: OnboardingProcessState,
  listingId: Id,
  event: RecordedEvent,
): readonly [OnboardingProcessState, ...CaseEffect[]] => {
  const day = occurredAtOf(event).slice(0, 10)
  if (state.phase !== 'filling' || state.idleSince === day) return [state]
  const reminders = REMINDER_DAYS.map((days): CaseEffect => ({
    kind: 'timer',
    name: `idle-${days}`,
    at: morning(addDays(day, days + 1)),
    work: notify(listingId, state, event.id, 'reminder', { days: String(days) }),
  }))
  return [
    { ...state, idleSince: day },
    ...reminders,
    {
      kind: 'timer',
      name: 'abandon',
      at: morning(addDays(day, ABANDON_DAYS + 1)),
      work: command('abandon-onboarding', listingId, event.id, { type: 'AbandonOnboarding', data: {} }),
    },
  ]
}

/** Notices before a registration expires, and a recheck once it has. */
export const followRegistration = (
  state: OnboardingProcessState,
  listingId: Id,
  event: RecordedEvent,
  expiresOn: LocalDate | null,
): readonly CaseEffect[] =>
  REGISTRATION_DAYS.flatMap((days): CaseEffect[] => {
    const name = registrationTimer(days)
    if (expiresOn === null) return [cancel(name)]
    const at = days === 0 ? overEverywhere(expiresOn) : morning(addDays(expiresOn, -days))
    if (at <= occurredAtOf(event)) return [cancel(name)]
    // Its id differs from that of the recheck that the event itself causes.
    const work =
      days === 0
        ? command('recheck-expired-registration', listingId, event.id, {
            type: 'RecheckOnboarding',
            data: {},
          })
        : notify(listingId, state, event.id, 'registration', { days: String(days), expiresOn })
    return [{ kind: 'timer', name, at, work }]
  })
