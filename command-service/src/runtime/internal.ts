import type { DomainCommand } from '@hearth/contracts'
import { deriveStepId } from '@hearth/contracts/kernel/ids'
import type { SystemCommand } from '@hearth/contracts/kernel/process'
import type { Principal } from '@hearth/platform/session/principal'
import type { Envelope } from './outcome.ts'

/** The principal of timed and system commands. They are the same whichever process sends them. */
export const SCHEDULER: Principal = {
  actor: { id: 'scheduler', kind: 'service', role: 'scheduler', name: 'scheduler' },
  listingIds: 'all',
}

/** What a step inherits from the command it follows. */
export type Cause = Readonly<{
  commandId: string
  correlationId: string
  traceparent?: string
  occurredAt?: string
}>

/**
 * A further step of a chain: its id derives from its cause, so that a repetition is the same step
 * (docs/domain/ids-and-streams.md#ids).
 */
export const createStep = (
  cause: Cause,
  stream: string,
  step: string,
  command: DomainCommand & Readonly<{ id?: string }>,
): Envelope => ({
  ...command,
  principal: SCHEDULER,
  commandId: deriveStepId(cause.commandId, stream, step),
  causationId: cause.commandId,
  correlationId: cause.correlationId,
  ...(cause.traceparent === undefined ? {} : { traceparent: cause.traceparent }),
  ...(cause.occurredAt === undefined ? {} : { occurredAt: cause.occurredAt }),
  internal: true,
})

/** A command that the system issues itself. Its id is the same whichever process sends it. */
export const createInternal = (
  { commandId, type, id, data, occurredAt }: SystemCommand<DomainCommand>,
  trace: Readonly<{ correlationId: string; causationId?: string; traceparent?: string; arrivedAt?: number }>,
): Envelope => ({
  type,
  data,
  principal: SCHEDULER,
  commandId,
  ...(id === undefined ? {} : { id }),
  ...(occurredAt === undefined ? {} : { occurredAt }),
  ...trace,
  internal: true,
})
