import { addHours, type Instant } from '../kernel/dates.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, reactBy, type Job, type Reaction, type SystemCommand } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { ImpersonationCommand, ImpersonationEvent } from './messages.ts'

/** What is known of an impersonation until the host was notified of it. */
export type NoticeState = Readonly<{ actions: readonly Id[]; delayDays: number }>

const nothing: NoticeState = { actions: [], delayDays: 0 }
const CATEGORY = 'impersonation'
const ofSession = ({ stream, metadata }: RecordedEvent) =>
  categoryOfStream(stream) === CATEGORY ? idOfStream(stream) : metadata['impersonationSessionId']

const expire = (id: Id, expiresAt: Instant): SystemCommand<ImpersonationCommand> => ({
  kind: 'command',
  commandId: deriveId('expire-impersonation', id, expiresAt),
  type: 'ExpireImpersonation',
  id,
  data: { expiresAt },
})
const close = (impersonationId: Id): Job => ({
  kind: 'job',
  name: 'close-impersonation',
  data: { impersonationId },
})
const notify = (impersonationId: Id, { actions }: NoticeState): Job => ({
  kind: 'job',
  name: 'notify-host-of-impersonation',
  data: { impersonationId, actions: String(actions.length) },
})

const reactToSession = reactBy<NoticeState, ImpersonationEvent, ImpersonationCommand>({
  ImpersonationStarted: (state, { data }) => [
    state ?? nothing,
    { kind: 'timer', name: 'expiry', at: data.expiresAt, work: expire(data.impersonationId, data.expiresAt) },
  ],
  ImpersonationExtended: (state, { data }) => [
    state,
    { kind: 'timer', name: 'expiry', at: data.expiresAt, work: expire(data.impersonationId, data.expiresAt) },
  ],
  HostNoticeDelayed: (state = nothing, { data }) => [{ ...state, delayDays: data.days }],
  ImpersonationEnded: (state = nothing, event) => {
    const id = event.data.impersonationId
    const work = notify(id, state)
    const at = addHours(occurredAtOf(event), state.delayDays * 24)
    return [
      state,
      { kind: 'cancel', name: 'expiry' },
      close(id),
      state.delayDays === 0 ? work : { kind: 'timer', name: 'notice', at, work },
    ]
  },
  HostNotifiedOfImpersonation: () => [undefined],
})

/**
 * A command performed while impersonating is recorded in the impersonation's stream: once for each command,
 * whatever its number of events.
 */
const record = (
  state: NoticeState = nothing,
  event: RecordedEvent,
  id: Id,
): Reaction<NoticeState, ImpersonationCommand> => {
  const commandId = event.metadata['commandId'] ?? event.id
  if (state.actions.includes(commandId)) return [state]
  const { stream, type } = event
  const command: SystemCommand<ImpersonationCommand> = {
    kind: 'command',
    commandId: deriveId('impersonation-action', id, commandId),
    type: 'RecordImpersonationAction',
    id,
    data: { commandId, stream, type },
  }
  return [{ ...state, actions: [...state.actions, commandId] }, command]
}

/**
 * An impersonation ends by the clock, its actions are listed with it, and the host is notified at its end
 * (docs/domain/impersonation.md#record-and-notice).
 */
export const impersonationProcess = defineProcess<NoticeState, ImpersonationCommand>({
  name: 'impersonation',
  version: 1,
  correlate: ofSession,
  on: (state, event) =>
    categoryOfStream(event.stream) === CATEGORY
      ? reactToSession(state, event)
      : record(state, event, ofSession(event) ?? ''),
})
