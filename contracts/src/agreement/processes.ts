import { addDays, addHours, type LocalDate } from '../kernel/dates.ts'
import { deriveId } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, reactBy, type Effect, type Job } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { AgreementCommand, AgreementEvent } from './messages.ts'
import { TERM_NOTICE_DAYS, computeTermEnd } from './rules/term.ts'
import type { AgreementTerms } from './terms.ts'

/** What signers are notified of by email. */
export type AgreementNotice =
  | 'sent'
  | 'reminder'
  | 'countersigned'
  | 'amendment'
  | 'notice'
  | 'term_ends'
  | 'expired'

/** Days after which who has not signed is asked again (docs/domain/agreement.md#signing). */
export const REMINDER_DAYS = [3, 7] as const

type Of = Readonly<{ agreementId: string; hostAccountId: string; listingId: string }>

const notify = (
  { agreementId, hostAccountId, listingId }: Of,
  what: AgreementNotice,
  eventId: string,
): Job => ({
  kind: 'job',
  name: 'tell-agreement',
  data: { agreementId, hostAccountId, listingId, what, eventId },
})

const waiting = (
  event: RecordedEvent<'AgreementSent', Extract<AgreementEvent, { type: 'AgreementSent' }>['data']>,
): Effect<AgreementCommand>[] => {
  const sentAt = occurredAtOf(event)
  return [
    notify(event.data, 'sent', event.id),
    ...REMINDER_DAYS.map((days): Effect => ({
      kind: 'timer',
      name: `reminder-${days}`,
      at: addHours(sentAt, days * 24),
      work: notify(event.data, 'reminder', event.id),
    })),
    {
      kind: 'timer',
      name: 'expiry',
      at: event.data.expiresAt,
      work: {
        kind: 'command',
        commandId: deriveId('expire-agreement', event.id),
        type: 'ExpireAgreement',
        id: event.data.agreementId,
        data: { listingId: event.data.listingId, sentAt },
      },
    },
  ]
}
const correlate = ({ stream }: RecordedEvent) =>
  categoryOfStream(stream) === 'agreement' ? idOfStream(stream) : undefined
const settled: readonly Effect[] = [
  ...REMINDER_DAYS.map((days): Effect => ({ kind: 'cancel', name: `reminder-${days}` })),
  { kind: 'cancel', name: 'expiry' },
]

/**
 * What an agreement does by itself: email to its signers, its expiry after 30 days, and its end after notice.
 */
export const agreementProcess = defineProcess<never, AgreementCommand>({
  name: 'agreement',
  version: 1,
  correlate,
  on: reactBy<never, AgreementEvent, AgreementCommand>({
    AgreementSent: (_state, event) => [undefined, ...waiting(event)],
    AgreementSigned: (_state, event) => (event.data.complete ? [undefined, ...settled] : [undefined]),
    AgreementDeclined: () => [undefined, ...settled],
    AgreementVoided: () => [undefined, ...settled],
    AgreementExpired: (_state, event) => [undefined, ...settled, notify(event.data, 'expired', event.id)],
    AgreementCountersigned: (_state, event) => [undefined, notify(event.data, 'countersigned', event.id)],
    AmendmentProposed: (_state, event) => [undefined, notify(event.data, 'amendment', event.id)],
    AgreementNoticeGiven: (_state, event) => [
      undefined,
      notify(event.data, event.data.by === 'term' ? 'term_ends' : 'notice', event.id),
      {
        kind: 'timer',
        name: 'end',
        at: `${event.data.effectiveOn}T23:59:59.999Z`,
        work: {
          kind: 'command',
          commandId: deriveId('terminate-agreement', event.id),
          type: 'TerminateAgreement',
          id: event.data.agreementId,
          data: { listingId: event.data.listingId, effectiveOn: event.data.effectiveOn },
        },
      },
    ],
  }),
})

/** What the end of the term follows from; `startedOn`: the UTC day of Hearth's signature. */
export type AgreementTerm = Readonly<{ termMonths: number; autoRenew: boolean; startedOn: LocalDate | null }>

const startTerm = (
  { termMonths, autoRenew }: AgreementTerms,
  startedOn: LocalDate | null,
): AgreementTerm => ({
  termMonths,
  autoRenew,
  startedOn,
})
const endless: Effect = { kind: 'cancel', name: 'term' }

const followTerm = (
  { termMonths, autoRenew, startedOn }: AgreementTerm,
  event: RecordedEvent<string, Of>,
): Effect<AgreementCommand> => {
  if (autoRenew || startedOn === null) return endless
  const { agreementId, listingId } = event.data
  const effectiveOn = computeTermEnd(startedOn, termMonths, occurredAtOf(event).slice(0, 10))
  return {
    kind: 'timer',
    name: 'term',
    at: `${addDays(effectiveOn, -TERM_NOTICE_DAYS)}T08:00:00.000Z`,
    work: {
      kind: 'command',
      commandId: deriveId('end-term', event.id),
      type: 'EndTerm',
      id: agreementId,
      data: { listingId, effectiveOn },
    },
  }
}

/**
 * A term that is not renewed ends as if notice had been given thirty days before; another term that follows
 * by itself needs nothing (docs/domain/agreement.md#ending).
 */
export const agreementTermProcess = defineProcess<AgreementTerm, AgreementCommand>({
  name: 'agreement-term',
  version: 1,
  correlate,
  on: reactBy<AgreementTerm, AgreementEvent, AgreementCommand>({
    AgreementGenerated: (_state, { data }) => [startTerm(data.terms, null), endless],
    AgreementCountersigned: (state, event) => {
      if (state === undefined) return [undefined]
      const term = { ...state, startedOn: occurredAtOf(event).slice(0, 10) }
      return [term, followTerm(term, event)]
    },
    AgreementAmended: (state, event) => {
      const term = startTerm(event.data.terms, state?.startedOn ?? null)
      return [term, followTerm(term, event)]
    },
    AgreementNoticeGiven: () => [undefined, endless],
    AgreementDeclined: () => [undefined],
    AgreementVoided: () => [undefined],
    AgreementExpired: () => [undefined],
  }),
})
