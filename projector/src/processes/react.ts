import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Message } from '@hearth/contracts/kernel/message'
import { effectIdOf, type ProcessManager, type Work } from '@hearth/contracts/kernel/process'
import type { Row } from '@hearth/contracts/kernel/projection'
import { FoldError, tenantOf, type Entry } from '../runtime/batch/foldBatch.ts'

/** An instance as it is stored; with an `error` it takes no more events. */
export type Instance = Readonly<{ tenantId: string; state: Row | undefined; error: string | undefined }>

/** A row of the outbox. */
export type Outgoing = Readonly<{
  id: string
  instance: string
  tenantId: string
  timer: string | undefined
  work: Work<Message>
  eventId: string
  correlationId: string
  causationId: string
  dueAt: Instant
}>

export type Reactions = Readonly<{
  /** What instances have become; neither state nor error: it is over. */
  instances: ReadonlyMap<string, Instance>
  /** Timers that were set before the batch and are not wanted any more. */
  cancelled: readonly Readonly<{ instance: string; timer: string }>[]
  outgoing: readonly Outgoing[]
  failures: readonly FoldError[]
  /** Events of stopped instances, in order, the one that stopped it first. */
  aside: readonly Readonly<{ instance: string; entry: Entry }>[]
}>

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 2_000)

/**
 * Runs a batch through the instances it belongs to, purely. Timers that are set and cancelled within the
 * batch leave no trace. An event that cannot be taken stops its instance; the others go on. Events up to
 * `mutedUntil` make states, no effects.
 */
export const react = (
  manager: Pick<ProcessManager, 'name' | 'on'>,
  known: ReadonlyMap<string, Instance>,
  entries: readonly Entry[],
  mutedUntil: bigint,
): Reactions => {
  const instances = new Map<string, Instance>()
  const cancelled = new Map<string, Readonly<{ instance: string; timer: string }>>()
  const outgoing = new Map<string, Outgoing>()
  const failures: FoldError[] = []
  const aside: Readonly<{ instance: string; entry: Entry }>[] = []

  const drop = (instance: string, timer: string) => {
    const name = `${instance}/${timer}`
    outgoing.delete(name)
    cancelled.set(name, { instance, timer })
  }

  const take = (entry: Entry, instance: string): void => {
    const { event, error } = entry
    const before = instances.get(instance) ?? known.get(instance)
    if (before?.error !== undefined) {
      aside.push({ instance, entry })
      return
    }
    const tenantId = tenantOf(event)
    let reaction: ReturnType<typeof manager.on>
    try {
      if (error) throw error
      reaction = manager.on(before?.state, event)
    } catch (cause) {
      failures.push(new FoldError(event, `stops ${manager.name} ${instance}`, { cause }))
      instances.set(instance, { tenantId, state: before?.state, error: messageOf(cause) })
      aside.push({ instance, entry })
      return
    }
    const [state, ...effects] = reaction
    instances.set(instance, { tenantId, state, error: undefined })
    if (event.position.commit <= mutedUntil) return
    const causationId = event.metadata['commandId'] ?? event.id
    for (const [index, effect] of effects.entries()) {
      if (effect.kind === 'cancel') {
        drop(instance, effect.name)
        continue
      }
      const id = effectIdOf(manager.name, instance, event.id, index)
      const timer = effect.kind === 'timer' ? effect.name : undefined
      if (timer !== undefined) drop(instance, timer)
      outgoing.set(timer === undefined ? id : `${instance}/${timer}`, {
        id,
        instance,
        tenantId,
        timer,
        eventId: event.id,
        causationId,
        work: effect.kind === 'timer' ? effect.work : effect,
        correlationId: event.metadata['$correlationId'] ?? causationId,
        dueAt: effect.kind === 'timer' ? effect.at : event.recordedAt,
      })
    }
  }

  for (const entry of entries) {
    const [instance] = entry.keys
    if (instance === undefined)
      throw new FoldError(entry.event, 'cannot be correlated', { cause: entry.error })
    take(entry, instance)
  }
  return { instances, cancelled: [...cancelled.values()], outgoing: [...outgoing.values()], failures, aside }
}
