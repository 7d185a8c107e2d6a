import { z } from 'zod'
import { nightsBetween, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zLine, zText } from '../kernel/text.ts'
import { zArea } from './area.ts'

export const MAX_DISRUPTED_NIGHTS = 92

/** What staff say of an event; its nights are `[start, end)`. `title` is what hosts and guests read. */
export const zDeclaration = z.strictObject({
  title: zLine(5, 120),
  area: zArea,
  start: zLocalDate,
  end: zLocalDate,
  reason: zText(20, 500),
})
export type Declaration = z.infer<typeof zDeclaration>

const hasNights = [
  ({ start, end }: Pick<Declaration, 'start' | 'end'>) =>
    nightsBetween(start, end) >= 1 && nightsBetween(start, end) <= MAX_DISRUPTED_NIGHTS,
  { path: ['end'], message: `must be 1 to ${MAX_DISRUPTED_NIGHTS} nights after start` },
] satisfies [(of: Pick<Declaration, 'start' | 'end'>) => boolean, { path: string[]; message: string }]

const of = { disruptionId: z.string() }
const decision = z.strictObject({ ...of, by: z.string() })
const platform = { by: 'platform', id: zId } as const
const on = (verb: string) => ({ collection: 'disruptions', verb }) as const

/**
 * An event, such as a storm, that staff declare once for an area and nights and another person approves. Stays
 * that it covers can be cancelled without cost to either side (docs/domain/disruption.md).
 */
export const disruption = defineAggregate({
  category: 'disruption',
  events: {
    DisruptionDeclared: { version: 1, schema: zDeclaration.extend({ ...of, by: z.string() }) },
    DisruptionApproved: { version: 1, schema: decision },
    DisruptionRejected: { version: 1, schema: decision.extend({ reason: z.string() }) },
    /** Every stay that it covers is marked, and its guest and host are notified. */
    DisruptionApplied: { version: 1, schema: z.strictObject(of) },
  },
  commands: {
    DeclareDisruption: {
      schema: zDeclaration.refine(...hasNights),
      route: on('declare'),
      capability: 'disruption.declare',
      ifMatch: 'none',
      stream: platform,
    },
    ApproveDisruption: {
      schema: z.strictObject({}),
      route: on('approve'),
      capability: 'disruption.approve',
      ifMatch: 'none',
      stream: platform,
    },
    RejectDisruption: {
      schema: z.strictObject({ reason: zText(20, 500) }),
      route: on('reject'),
      capability: 'disruption.declare',
      ifMatch: 'none',
      stream: platform,
    },
    RecordDisruptionApplied: {
      schema: z.strictObject({}),
      capability: 'disruption.apply',
      ifMatch: 'none',
      stream: platform,
    },
  },
})
export type DisruptionEvent = EventsOf<typeof disruption>
export type DisruptionCommand = CommandsOf<typeof disruption>
