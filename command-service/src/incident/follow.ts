import type { DomainCommand } from '@hearth/contracts'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { SystemCommand } from '@hearth/contracts/kernel/process'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { StepRefusedError } from '../runtime/failure.ts'
import { createInternal } from '../runtime/internal.ts'
import type { Envelope } from '../runtime/outcome.ts'
import { incidentFold, type IncidentState, type SafetyHold } from './incident.state.ts'

type Trace = Pick<Envelope, 'correlationId' | 'traceparent' | 'arrivedAt'>

/**
 * Carries out what follows from the state of an incident: the calendar blocks the nights of its safety holds,
 * and frees them once it is resolved; staff are asked for another home for each stay in held nights. Each step
 * is one command with one id, so doing it twice, or in two processes, changes nothing. Returns the commit
 * position that covers it; undefined where nothing follows. Throws StepRefusedError when a step was refused.
 */
export type FollowIncident = (incidentId: string, trace: Trace) => Promise<bigint | undefined>

const lift = (listingId: string, { holdId, blockId }: SafetyHold): SystemCommand<DomainCommand> => ({
  kind: 'command',
  commandId: deriveId('lift-safety-hold', holdId),
  type: 'LiftSafetyHold',
  data: { listingId, blockId },
})

/** The block's id follows from the hold's, which is the key of the command. Its nights are counted from that day on. */
const block = (
  listingId: string,
  { holdId, start, end, placedAt: occurredAt }: SafetyHold,
): SystemCommand<DomainCommand> => ({
  kind: 'command',
  commandId: holdId,
  type: 'CreateBlock',
  data: { listingId, kind: 'safety_hold', start, end, note: null, ownerStay: null },
  occurredAt,
})

const relocate = (
  { listingId, code }: Readonly<{ listingId: string; code: string }>,
  { holdId }: SafetyHold,
  bookingId: string,
): SystemCommand<DomainCommand> => ({
  kind: 'command',
  commandId: deriveId('relocate-guest', holdId, bookingId),
  type: 'RequestService',
  data: {
    listingId,
    bookingId,
    subject: `Another home for the guest (${code})`,
    body: '',
    fileIds: [],
    type: 'relocation',
    urgency: 'emergency',
    preferredSlots: [],
  },
})

const listSteps = (state: IncidentState): readonly SystemCommand<DomainCommand>[] =>
  state.status === 'none'
    ? []
    : state.holds.flatMap((hold) =>
        hold.lifted
          ? [lift(state.listingId, hold)]
          : [
              block(state.listingId, hold),
              ...hold.bookingIds.map((bookingId) => relocate(state, hold, bookingId)),
            ],
      )

export const createFollowIncident =
  ({ handler }: Readonly<{ handler: CommandHandler }>): FollowIncident =>
  async (incidentId, { correlationId, traceparent, arrivedAt }) => {
    // Nothing else of a command that it follows.
    const trace: Trace = {
      correlationId,
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(arrivedAt === undefined ? {} : { arrivedAt }),
    }
    const { state, tenantId: hostAccountId } = await handler.view(incidentFold, incidentId, 0)
    let covered: bigint | undefined
    for (const step of listSteps(state)) {
      const envelope = createInternal(step, trace)
      const outcome = await handler.handle(
        hostAccountId === undefined ? envelope : { ...envelope, hostAccountId },
      )
      if (outcome.kind === 'rejected') throw new StepRefusedError(step.type, outcome)
      if (covered === undefined || outcome.commit > covered) covered = outcome.commit
    }
    return covered
  }
