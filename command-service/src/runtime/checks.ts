import type { Instant } from '@hearth/contracts/kernel/dates'
import type { CommandDefinition } from '@hearth/contracts/kernel/message'
import { refuse, type Envelope, type Refused } from './outcome.ts'
import type { StreamView } from './streamView.ts'

/** The wall clock, UTC ISO. */
export type Clock = Readonly<{ now: () => Instant }>

const headerProblem = (detail: string) =>
  refuse('VALIDATION_FAILED', detail, { errors: [{ pointer: '', detail }] })

/**
 * When the command happens: never in the future, never before what the stream already knows
 * (docs/domain/dates.md#when-something-happened).
 */
export const chooseTime = (
  { occurredAt, internal }: Envelope,
  { occurredAt: last }: StreamView,
  wall: Instant,
): Instant | Refused => {
  if (occurredAt === undefined) return wall < last ? last : wall
  if (internal === true) return occurredAt < last ? last : occurredAt
  if (occurredAt > wall) return headerProblem(`X-Occurred-At is in the future; it’s now ${wall}`)
  if (occurredAt < last)
    return headerProblem(`X-Occurred-At can’t be before ${last}, the time of the last change`)
  return occurredAt
}

/** Whether the caller's revision is current. */
export const checkRevision = (
  ifMatch: CommandDefinition['ifMatch'],
  expected: bigint | undefined,
  { revision }: StreamView,
): Refused | undefined => {
  if (ifMatch === 'none') return undefined
  if (expected === undefined) {
    return ifMatch === 'required'
      ? refuse('REVISION_REQUIRED', 'Send the revision you saw in the If-Match header.')
      : undefined
  }
  return expected === revision
    ? undefined
    : refuse('REVISION_STALE', `You saw revision ${expected}, but it’s now ${revision}.`, {
        currentRevision: Number(revision),
      })
}
