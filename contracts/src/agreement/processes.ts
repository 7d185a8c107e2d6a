import { addHours } from '../kernel/dates.ts'
import { idOf } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, reactBy, type Effect, type Job } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { AgreementEvent } from './messages.ts'

/** What those who sign hear of by mail. */
export type AgreementNotice = 'sent' | 'reminder' | 'countersigned' | 'amendment' | 'notice' | 'expired'

/** Days after which who has not signed is asked again (domain.md §5.1). */
export const REMINDER_DAYS = [3, 7] as const

type Of = Readonly<{ agreementId: string; hostAccountId: string; listingId: string }>

const tell = ({ agreementId, hostAccountId, listingId }: Of, what: AgreementNotice, eventId: string): Job => ({ kind: 'job', name: 'tell-agreement', data: { agreementId, hostAccountId, listingId, what, eventId } })

const waiting = (event: RecordedEvent<'AgreementSent', Extract<AgreementEvent, { type: 'AgreementSent' }>['data']>): Effect[] => {
  const sentAt = occurredAtOf(event)
  return [
    tell(event.data, 'sent', event.id),
    ...REMINDER_DAYS.map((days): Effect => ({ kind: 'timer', name: `reminder-${days}`, at: addHours(sentAt, days * 24), work: tell(event.data, 'reminder', event.id) })),
    {
      kind: 'timer', name: 'expiry', at: event.data.expiresAt,
      work: { kind: 'command', commandId: idOf('expire-agreement', event.id), type: 'ExpireAgreement', id: event.data.agreementId, data: { listingId: event.data.listingId, sentAt } },
    },
  ]
}
const settled: readonly Effect[] = [...REMINDER_DAYS.map((days): Effect => ({ kind: 'cancel', name: `reminder-${days}` })), { kind: 'cancel', name: 'expiry' }]

/** What an agreement asks for by itself: mail to those who sign, its expiry after 30 days, and its end after notice. */
export const agreementProcess = defineProcess<never>({
  name: 'agreement',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'agreement' ? idOfStream(stream) : undefined),
  on: reactBy<never, AgreementEvent>({
    AgreementSent: (_state, event) => [undefined, ...waiting(event)],
    AgreementSigned: (_state, event) => (event.data.complete ? [undefined, ...settled] : [undefined]),
    AgreementDeclined: () => [undefined, ...settled],
    AgreementVoided: () => [undefined, ...settled],
    AgreementExpired: (_state, event) => [undefined, ...settled, tell(event.data, 'expired', event.id)],
    AgreementCountersigned: (_state, event) => [undefined, tell(event.data, 'countersigned', event.id)],
    AmendmentProposed: (_state, event) => [undefined, tell(event.data, 'amendment', event.id)],
    AgreementNoticeGiven: (_state, event) => [
      undefined,
      tell(event.data, 'notice', event.id),
      {
        kind: 'timer', name: 'end', at: `${event.data.effectiveOn}T23:59:59.999Z`,
        work: { kind: 'command', commandId: idOf('terminate-agreement', event.id), type: 'TerminateAgreement', id: event.data.agreementId, data: { listingId: event.data.listingId, effectiveOn: event.data.effectiveOn } },
      },
    ],
  }),
})
