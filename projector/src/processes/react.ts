import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Message, RecordedEvent } from '@hearth/contracts/kernel/message'
import {
  deriveEffectId,
  type Effect,
  type ProcessManager,
  type Reaction,
  type Work,
} from '@hearth/contracts/kernel/process'
import type { Row } from '@hearth/contracts/kernel/projection'
import { parseWork } from '@hearth/contracts/outbox'
import { FoldError, readTenantId, type Entry } from '../runtime/batch/foldBatch.ts'

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

const formatMessage = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).slice(0, 2_000)

/** Checked by what reads it back, so that work which cannot be carried out is never stored. */
const checkWork = (work: Work<Message>): void => {
  const parsed = parseWork(work)
  if (!parsed.ok) throw new Error(`An effect cannot be carried out: ${parsed.problem}`)
}

/** Throws when the manager cannot take the event, or asks for something that cannot be carried out. */
const reactTo = (
  { on }: Pick<ProcessManager, 'on'>,
  state: Row | undefined,
  { event, error }: Entry,
  isMuted: boolean,
): Reaction<Row, Message> => {
  if (error) throw error
  const [next, ...effects] = on(state, event)
  if (isMuted) return [next]
  for (const effect of effects)
    if (effect.kind !== 'cancel') checkWork(effect.kind === 'timer' ? effect.work : effect)
  return [next, ...effects]
}

const rowFor = (
  manager: string,
  instance: string,
  event: RecordedEvent,
  effect: Exclude<Effect<Message>, { kind: 'cancel' }>,
  index: number,
): Outgoing => {
  const causationId = event.metadata['commandId'] ?? event.id
  const isTimer = effect.kind === 'timer'
  return {
    id: deriveEffectId(manager, instance, event.id, index),
    instance,
    tenantId: readTenantId(event),
    timer: isTimer ? effect.name : undefined,
    work: isTimer ? effect.work : effect,
    eventId: event.id,
    correlationId: event.metadata['$correlationId'] ?? causationId,
    causationId,
    dueAt: isTimer ? effect.at : event.recordedAt,
  }
}

/**
 * Runs a batch through its instances, purely. Timers that are set and cancelled within the batch leave no
 * trace. An event that cannot be taken stops its instance; the others continue. Events up to `mutedUntil`
 * make states, no effects.
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

  const send = (instance: string, event: RecordedEvent, effects: readonly Effect<Message>[]): void => {
    for (const [index, effect] of effects.entries()) {
      if (effect.kind === 'cancel') {
        drop(instance, effect.name)
        continue
      }
      const row = rowFor(manager.name, instance, event, effect, index)
      if (row.timer !== undefined) drop(instance, row.timer)
      outgoing.set(row.timer === undefined ? row.id : `${instance}/${row.timer}`, row)
    }
  }

  const take = (entry: Entry, instance: string): void => {
    const { event } = entry
    const before = instances.get(instance) ?? known.get(instance)
    if (before?.error !== undefined) {
      aside.push({ instance, entry })
      return
    }
    const tenantId = readTenantId(event)
    try {
      const [state, ...effects] = reactTo(manager, before?.state, entry, event.position.commit <= mutedUntil)
      instances.set(instance, { tenantId, state, error: undefined })
      send(instance, event, effects)
    } catch (cause) {
      failures.push(new FoldError(event, `stops ${manager.name} ${instance}`, { cause }))
      instances.set(instance, { tenantId, state: before?.state, error: formatMessage(cause) })
      aside.push({ instance, entry })
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
