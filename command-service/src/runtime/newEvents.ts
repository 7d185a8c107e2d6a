import { eventDefinitions } from '@hearth/contracts'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveEventId } from '@hearth/contracts/kernel/ids'
import type { NewEvent } from '@hearth/platform/event-store/port'
import type { Accepted } from './decider.ts'
import type { Envelope } from './outcome.ts'
import { undoToText } from './streams.ts'
import type { Target } from './target.ts'

/** What was decided, and when it happens. */
export type Plan = Readonly<{ kind: 'plan'; now: Instant; decision: Accepted }>

/**
 * What every event of the command carries besides its data (docs/domain/ids-and-streams.md#metadata); `undo`
 * lets a repetition answer alike.
 */
const createMetadata = (
  envelope: Envelope,
  { tenantId }: Pick<Target, 'tenantId'>,
  { now, decision: { policies = [], undo } }: Plan,
  hash: string,
) => {
  const { principal, commandId, correlationId, causationId = commandId, traceparent } = envelope
  return {
    $correlationId: correlationId,
    $causationId: causationId,
    commandId,
    commandHash: hash,
    tenantId,
    actorId: principal.actor.id,
    actorKind: principal.actor.kind,
    ...(principal.impersonation === undefined
      ? {}
      : { onBehalfOf: principal.tenantId ?? '', impersonationSessionId: principal.impersonation.id }),
    occurredAt: now,
    ...(policies.length === 0 ? {} : { policies: policies.join(',') }),
    ...(undo === undefined ? {} : { undo: undoToText(undo) }),
    ...(traceparent === undefined ? {} : { traceparent }),
  }
}

/** The decided events as they are appended, in the shape that their contract demands; not yet sealed. */
export const createEvents = (
  envelope: Envelope,
  target: Pick<Target, 'tenantId'>,
  plan: Plan,
  hash: string,
): readonly NewEvent[] => {
  const shared = createMetadata(envelope, target, plan, hash)
  return plan.decision.events.map(({ type, data }, index) => {
    const definition = eventDefinitions.get(type)
    if (definition === undefined) throw new Error(`No event is called ${type}`)
    return {
      id: deriveEventId(envelope.commandId, index),
      type,
      data: definition.schema.parse(data),
      metadata: { ...shared, schema: String(definition.version) },
    }
  })
}
