import { setTimeout as delay } from 'node:timers/promises'
import type { ProblemCode } from '@hearth/contracts/kernel/problem'
import { OutcomeUnknownError, type EventStore } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/telemetry/log'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import type { Clock } from './checks.ts'
import { createCommandHash } from './commandHash.ts'
import { createDecide, FACTS_MAX_AGE_MS } from './decide.ts'
import type { Foldable } from './decider.ts'
import { refuseFailure } from './failure.ts'
import { createKeyedQueue } from './keyedQueue.ts'
import { createEvents, type Plan } from './newEvents.ts'
import { refuse, type Done, type Envelope, type Outcome, type Refused } from './outcome.ts'
import type { Registry } from './registration.ts'
import type { Folded, Streams, TypedView } from './streams.ts'
import type { Remembered, StreamView } from './streamView.ts'
import { createTargeting, type Target } from './target.ts'

const MAX_CONFLICTS = 3
const MAX_WAITING = 400

export type CommandHandlerOptions = Readonly<{
  store: Pick<EventStore, 'append'>
  sealer: Pick<Sealer, 'seal'>
  streams: Streams
  registry: Registry
  /** Whether a host account was closed; its members can't change anything then. */
  isClosed: (hostAccountId: string) => Promise<boolean>
  clock: Clock
  log: Log
  /** COMMAND_HASH_KEY. */
  hashKey: string
}>

export type CommandHandler = Readonly<{
  /** Never throws for what the outside world does; throwing means a bug. */
  handle: (envelope: Envelope) => Promise<Outcome>
  /**
   * Why the command would be refused, but for reasons in `unless`; nothing is written. A repetition isn’t refused:
   * it gets its first answer.
   */
  check: (envelope: Envelope, target: Target, unless: readonly ProblemCode[]) => Promise<Refused | undefined>
  /** For work around several commands: what the outside world does becomes a refusal. */
  guard: (envelope: Envelope, work: () => Promise<Outcome>) => Promise<Outcome>
  /** Where the command would go; nothing is decided. */
  locate: (envelope: Envelope) => Promise<Target | Refused>
  /** Equal for commands of equal content, whatever their keys. */
  hashFor: (envelope: Envelope, target: Target) => string
  /** A stream as this process knows it, confirmed by the store within the last `maxAgeMs`; 1 s by default. */
  view: <S>(of: Foldable<S>, id: string, maxAgeMs?: number) => Promise<TypedView<S>>
}>

/** The answer to a command, now or again. */
export const answer = (
  kind: Done['kind'],
  { targetId: id, stream, tenantId }: Target,
  { revision, commit, events, undo }: Omit<Remembered, 'hash'>,
): Done => ({
  kind,
  id,
  stream,
  tenantId,
  revision,
  commit,
  events,
  ...(undo === undefined ? {} : { undo }),
})

const answerAgain = (target: Target, known: Remembered, hash: string): Outcome =>
  known.hash === hash
    ? answer('duplicate', target, known)
    : refuse(
        'IDEMPOTENCY_KEY_REUSED',
        'A different command was sent with this Idempotency-Key. Use a new one.',
      )

/** A command without events writes nothing; a repetition soon after gets the same answer from memory. */
const answerUnchanged = (
  { commandId }: Envelope,
  target: Target,
  view: StreamView,
  { decision: { undo } }: Plan,
  hash: string,
): Done => {
  const { revision, commit } = view
  const done = { hash, revision, commit, events: [], ...(undo === undefined ? {} : { undo }) }
  view.commands.set(commandId, done)
  return answer('accepted', target, done)
}

/** Seals and appends what was decided; undefined when another process was first. */
const createAppend =
  ({ store, sealer, streams }: Pick<CommandHandlerOptions, 'store' | 'sealer' | 'streams'>) =>
  async (
    envelope: Envelope,
    { registration, stream, ...target }: Target,
    view: StreamView,
    plan: Plan,
    hash: string,
  ): Promise<Done | undefined> => {
    const events = createEvents(envelope, target, plan, hash)
    const sealed = await Promise.all(
      events.map(async (event) => ({
        ...event,
        data: await sealer.seal(target.tenantId, stream, event.type, event.data),
      })),
    )
    const result = await store.append(stream, sealed, view.revision < 0n ? 'absent' : view.revision)
    if (result.kind === 'conflict') return undefined
    const { commit } = result.position
    const folded: Folded[] = events.map(({ type, data, metadata }, index) => ({
      type,
      data,
      metadata,
      commit,
      revision: view.revision + 1n + BigInt(index),
    }))
    streams.advance(registration.decider, view, folded)
    return answer(
      'accepted',
      { registration, stream, ...target },
      {
        revision: result.revision,
        commit,
        events: events.map(({ type }) => type),
        ...(plan.decision.undo === undefined ? {} : { undo: plan.decision.undo }),
      },
    )
  }

/** Decides and appends, again as long as what it rested on has changed meanwhile. */
const createExecute = ({
  streams,
  decide,
  append,
  hashFor,
  monotonic,
}: Readonly<{
  streams: Streams
  decide: ReturnType<typeof createDecide>
  append: ReturnType<typeof createAppend>
  hashFor: CommandHandler['hashFor']
  monotonic: () => number
}>) => {
  return async (envelope: Envelope, target: Target, arrival: number): Promise<Outcome> => {
    const hash = hashFor(envelope, target)
    let since = 0
    for (let conflicts = 0; ;) {
      const view = await streams.load(target.registration.decider, target.stream, since, arrival)
      const known = view.commands.get(envelope.commandId)
      if (known !== undefined) return answerAgain(target, known, hash)
      if (envelope.at !== undefined && envelope.at !== view.revision)
        return refuse('CONCURRENT_CHANGE', 'This changed at the same time. Try again.')
      const { result: plan, oldest } = await decide(envelope, target, view, { since, arrival })
      const changes = plan.kind === 'plan' && plan.decision.events.length > 0
      if (!changes && oldest < arrival) {
        since = arrival
        continue
      }
      if (plan.kind === 'rejected') return plan
      await plan.prepare()
      if (!changes) return answerUnchanged(envelope, target, view, plan, hash)
      const done = await append(envelope, target, view, plan, hash)
      if (done !== undefined) return done
      conflicts += 1
      if (conflicts > MAX_CONFLICTS)
        return refuse('CONCURRENT_CHANGE', 'Too many concurrent changes. Try again.')
      await delay(Math.random() * 20 * conflicts)
      since = monotonic()
    }
  }
}

/**
 * The write side's engine: folds the stream, decides, seals and appends. One command at a time per stream in
 * this process; other processes are held off by the expected revision. A refusal is given only on states read
 * after the command had arrived.
 */
export const createCommandHandler = ({
  streams,
  registry,
  isClosed,
  clock,
  log,
  hashKey,
  ...appending
}: CommandHandlerOptions): CommandHandler => {
  const monotonic = () => performance.now()
  const locate = createTargeting({ streams, registry, isClosed })
  const decide = createDecide({ streams, clock, monotonic })
  const append = createAppend({ streams, ...appending })
  const queue = createKeyedQueue(MAX_WAITING)
  const hashCommand = createCommandHash(hashKey)

  const hashFor: CommandHandler['hashFor'] = ({ type, data, principal }, { targetId: id, tenantId }) =>
    hashCommand({ type, id, data, tenantId, actorId: principal.actor.id })

  const execute = createExecute({ streams, decide, append, hashFor, monotonic })

  const guard: CommandHandler['guard'] = async (envelope, work) => {
    try {
      return await work()
    } catch (error) {
      return refuseFailure(error, envelope, log)
    }
  }

  return {
    handle: (envelope) => {
      const arrival = envelope.arrivedAt ?? monotonic()
      return guard(envelope, async () => {
        const target = await locate(envelope)
        if (target.kind === 'rejected') return target
        return queue(target.stream, () =>
          execute(envelope, target, arrival).catch((error: unknown) => {
            if (error instanceof OutcomeUnknownError) streams.forget(target.stream)
            throw error
          }),
        )
      })
    },
    check: async (envelope, target, unless) => {
      const arrival = envelope.arrivedAt ?? monotonic()
      for (const since of [0, arrival]) {
        const view = await streams.load(target.registration.decider, target.stream, since, arrival)
        if (view.commands.has(envelope.commandId)) return undefined
        // What is known will do for the first check; only a refusal needs fresh states.
        const { result, oldest } = await decide(envelope, target, view, { since, arrival: since })
        if (result.kind === 'plan' || unless.includes(result.code)) return undefined
        if (oldest >= arrival) return result
      }
      return undefined
    },
    guard,
    locate,
    hashFor,
    view: (of, id, maxAgeMs = FACTS_MAX_AGE_MS) => streams.view(of, id, maxAgeMs),
  }
}
