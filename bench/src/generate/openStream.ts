import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import { formatStream } from '@hearth/contracts/kernel/message'
import { evolveBy, type Context, type Decision, type Foldable } from '@hearth/command-service/runtime/decider'
import { createEvents } from '@hearth/command-service/runtime/newEvents'
import type { Envelope } from '@hearth/command-service/runtime/outcome'
import type { NewEvent } from '@hearth/platform/event-store/port'

/** The events of one stream, not sealed yet. */
export type StreamHistory = Readonly<{ stream: string; tenantId: string; events: readonly NewEvent[] }>

type Content = Readonly<{ type: string; id: string; data: unknown; tenantId: string; actorId: string }>
export type Scene = Readonly<{
  tenantId: Id
  /** When the generated past is recorded. */
  recordedAt: Instant
  hashContent: (content: Content) => string
}>

/** The sender of a command, its id and its time. */
export type Sent = Pick<Envelope, 'principal' | 'commandId' | 'correlationId' | 'causationId'> &
  Readonly<{ at: Instant }>

type AnyDecider = Readonly<{
  category: string
  initial: unknown
  evolve: Readonly<Record<string, (state: never, data: never, at: Instant, by: string) => unknown>>
  decide: Readonly<Record<string, (data: never, state: never, ctx: never) => Decision>>
}>
type CommandOf<D extends AnyDecider> = keyof D['decide'] & string
type FactsOf<D extends AnyDecider> = Parameters<D['decide'][string]>[2] extends Context<infer F> ? F : never

/**
 * A stream in memory with its own decider: each command yields the events that the command service would
 * append. A refusal is an error, since the generator knows the rules.
 */
export const openStream = <D extends AnyDecider>(
  decider: D,
  id: Id,
  { tenantId, recordedAt, hashContent }: Scene,
) => {
  const stream = formatStream(decider.category, id)
  const events: NewEvent[] = []
  let state: D['initial'] = decider.initial
  return {
    stream,
    state: () => state,
    history: (): StreamHistory => ({ stream, tenantId, events }),
    take: <T extends CommandOf<D>>(
      type: T,
      data: Parameters<D['decide'][T]>[0],
      facts: FactsOf<D>,
      { at, ...sent }: Sent,
    ): void => {
      const { principal, commandId } = sent
      const context: Context<FactsOf<D>> = {
        now: at,
        recordedAt,
        actor: principal.actor,
        tenantId,
        id,
        targetId: id,
        commandId,
        idFor: (label) => deriveId('id', commandId, label),
        facts,
      }
      const decision = decider.decide[type]?.(data as never, state as never, context as never)
      if (!decision?.ok)
        throw new Error(`${stream} refuses ${type} at ${at}: ${decision?.code}, ${decision?.detail}`)
      const made = createEvents(
        { ...sent, type, data },
        { tenantId },
        { kind: 'plan', now: at, decision },
        hashContent({ type, id, data, tenantId, actorId: principal.actor.id }),
      )
      for (const event of made) state = evolveBy<unknown>(decider as Foldable<unknown>, state, event, at)
      events.push(...made)
    },
  }
}
