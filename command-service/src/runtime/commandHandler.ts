import { setTimeout as delay } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { eventDefinitions } from '@hearth/contracts'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { idOf } from '@hearth/contracts/kernel/ids'
import { streamOf } from '@hearth/contracts/kernel/message'
import type { ProblemCode } from '@hearth/contracts/kernel/problem'
import { OutcomeUnknownError, type EventStore } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/telemetry/log'
import { makeEventReader } from '@hearth/platform/read-model/eventReader'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import { actingAs } from '@hearth/platform/session/principal'
import { keptLater, type AgreementFiles } from '../agreement/agreementFiles.ts'
import { createCommandHash } from './commandHash.ts'
import { checkRevision, timeOf } from './checks.ts'
import type { Context, Foldable, Sources } from './decider.ts'
import { refuseFailure } from './failure.ts'
import { createKeyedQueue } from './keyedQueue.ts'
import { eventsOf, type Plan } from './newEvents.ts'
import { refuse, type Done, type Envelope, type Outcome, type Refused } from './outcome.ts'
import type { Registry } from './registration.ts'
import { createStreams, type Folded, type Remembered, type StreamView } from './streams.ts'
import { createTargeting, type Target } from './target.ts'

const REDECIDES = 3
const MAX_WAITING = 400
/**
 * Other streams' states and policies may be this old when a command is accepted; a refusal looks again.
 * Milliseconds.
 */
const FACTS_MAY_LAG = 1_000
/**
 * Of the heap, for states of streams: whose booking is worked on again soon is not read again, which is a
 * fifth of a command's time here (docs/decisions/0032-reads-before-commands.md).
 */
const CACHE_SHARE = 0.4
/** What one unit of weight takes there, seen on bookings of 20 events. */
const BYTES_PER_WEIGHT = 450

/** The wall clock, UTC ISO. */
export type Clock = Readonly<{ now: () => Instant }>

export type CommandHandlerOptions = Readonly<{
  store: Pick<EventStore, 'read' | 'append'>
  sealer: Pick<Sealer, 'seal' | 'open' | 'openMany'>
  registry: Registry
  policiesAt: (streams: ReturnType<typeof createStreams>) => Sources['policiesAt']
  openQuote: Sources['openQuote']
  standingBookings: Sources['standingBookings']
  membersOf: Sources['membersOf']
  depositsOf: Sources['depositsOf']
  contactCodeOf: Sources['contactCodeOf']
  isProvenMethod: Sources['isProvenMethod']
  addressesOf: Sources['addressesOf']
  feedsOf: Sources['feedsOf']
  fileOf: Sources['fileOf']
  emailOf: Sources['emailOf']
  documents: AgreementFiles
  clock: Clock
  log: Log
  /** COMMAND_HASH_KEY. */
  hashKey: string
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

/**
 * The write side's engine: folds the stream, decides, seals and appends. One command at a time per stream in
 * this process; other processes are held off by the expected revision. A refusal is given only on states read
 * after the command had arrived.
 */
export const createCommandHandler = ({
  store,
  sealer,
  registry,
  policiesAt,
  openQuote,
  standingBookings,
  membersOf,
  depositsOf,
  contactCodeOf,
  isProvenMethod,
  addressesOf,
  feedsOf,
  fileOf,
  emailOf,
  documents,
  clock,
  log,
  hashKey,
}: CommandHandlerOptions) => {
  const monotonic = () => performance.now()
  const streams = createStreams({
    store,
    read: makeEventReader({ sealer, definitions: eventDefinitions }),
    maxWeight: (getHeapStatistics().heap_size_limit * CACHE_SHARE) / BYTES_PER_WEIGHT,
    monotonic,
  })
  const findTarget = createTargeting({ streams, registry })
  const queue = createKeyedQueue(MAX_WAITING)
  const hashOf = createCommandHash(hashKey)
  const readPolicies = policiesAt(streams)

  const hashFor = ({ type, data, principal }: Envelope, { targetId: id, tenantId }: Target) =>
    hashOf({ type, id, data, tenantId, actorId: principal.actor.id })

  const sourcesSince = (own: StreamView, since: number, arrival: number) => {
    const read = [own]
    const printed = keptLater(documents)
    const sources: Sources = {
      readState: async <S>(of: Foldable<S>, id: string, { fresh = false } = {}) => {
        const stream = streamOf(of.category, id)
        // The expected revision guards what the command itself rests on.
        if (stream === own.stream && !fresh) return own.state as S
        const from = fresh ? arrival : Math.max(since, monotonic() - FACTS_MAY_LAG)
        const view = await streams.load(of, stream, from, from)
        read.push(view)
        return view.state as S
      },
      policiesAt: readPolicies,
      openQuote,
      standingBookings,
      membersOf,
      depositsOf,
      contactCodeOf,
      isProvenMethod,
      addressesOf,
      feedsOf,
      fileOf,
      emailOf,
      documents: printed.documents,
    }
    return { sources, keepAll: printed.keepAll, oldest: () => Math.min(...read.map(({ readAt }) => readAt)) }
  }

  const decide = async (
    envelope: Envelope,
    target: Target,
    view: StreamView,
    sources: Sources,
  ): Promise<Plan | Refused> => {
    const { type, data, principal, commandId } = envelope
    const { definition, registration, id, targetId, tenantId } = target
    const stale = checkRevision(definition.ifMatch, envelope.expected, view)
    if (stale !== undefined) return stale
    const recordedAt = clock.now()
    const now = timeOf(envelope, view, recordedAt)
    if (typeof now !== 'string') return now
    const handler = registration.decider.decide[type]
    if (handler === undefined) throw new Error(`Nothing decides ${type}`)
    const actor = actingAs(principal)
    const where = envelope.where ?? null
    const facts = await registration.load(
      { type, data } as never,
      { id, tenantId, now, recordedAt, actor, where },
      sources,
    )
    const ctx: Context<unknown> = {
      now,
      recordedAt,
      actor,
      tenantId,
      id,
      targetId,
      commandId,
      facts,
      idFor: (label) => idOf('id', commandId, label),
    }
    const decision = handler(data as never, view.state as never, ctx as never)
    return decision.ok
      ? { kind: 'plan', now, decision }
      : refuse(decision.code, decision.detail, decision.facts)
  }

  const append = async (
    envelope: Envelope,
    target: Target,
    view: StreamView,
    plan: Plan,
    hash: string,
  ): Promise<Done | undefined> => {
    const { registration, stream } = target
    const events = eventsOf(envelope, target, plan, hash)
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
    return answer('accepted', target, {
      revision: result.revision,
      commit,
      events: events.map(({ type }) => type),
      ...(plan.decision.undo === undefined ? {} : { undo: plan.decision.undo }),
    })
  }

  const execute = async (envelope: Envelope, target: Target, arrival: number): Promise<Outcome> => {
    const { commandId } = envelope
    const hash = hashFor(envelope, target)
    let since = 0
    for (let conflicts = 0; ;) {
      const view = await streams.load(target.registration.decider, target.stream, since, arrival)
      const known = view.commands.get(commandId)
      if (known !== undefined) {
        return known.hash === hash
          ? answer('duplicate', target, known)
          : refuse(
              'IDEMPOTENCY_KEY_REUSED',
              'A different command was sent with this Idempotency-Key. Use a new one.',
            )
      }
      if (envelope.at !== undefined && envelope.at !== view.revision)
        return refuse('CONCURRENT_CHANGE', 'This changed at the same time. Try again.')
      const { sources, oldest, keepAll } = sourcesSince(view, since, arrival)
      const plan = await decide(envelope, target, view, sources)
      if (plan.kind === 'rejected' || plan.decision.events.length === 0) {
        if (oldest() < arrival) {
          since = arrival
          continue
        }
        if (plan.kind === 'rejected') return plan
        await keepAll()
        // It was already so and nothing is written; a repetition soon after gets the same answer from memory.
        const done = {
          hash,
          revision: view.revision,
          commit: view.commit,
          events: [],
          ...(plan.decision.undo === undefined ? {} : { undo: plan.decision.undo }),
        }
        view.commands.set(commandId, done)
        return answer('accepted', target, done)
      }
      await keepAll()
      const done = await append(envelope, target, view, plan, hash)
      if (done !== undefined) return done
      conflicts += 1
      if (conflicts > REDECIDES) return refuse('CONCURRENT_CHANGE', 'Too many concurrent changes. Try again.')
      await delay(Math.random() * 20 * conflicts)
      since = monotonic()
    }
  }

  return {
    /** Never throws for what the outside world does; throwing means a bug. */
    handle: async (envelope: Envelope): Promise<Outcome> => {
      const arrival = envelope.arrivedAt ?? monotonic()
      try {
        const target = await findTarget(envelope)
        if (target.kind === 'rejected') return target
        return await queue(target.stream, async () => {
          try {
            return await execute(envelope, target, arrival)
          } catch (error) {
            if (error instanceof OutcomeUnknownError) streams.forget(target.stream)
            throw error
          }
        })
      } catch (error) {
        return refuseFailure(error, envelope, log)
      }
    },

    /** Why the command would be refused, but for reasons in `unless`; nothing is written. */
    check: async (
      envelope: Envelope,
      target: Target,
      unless: readonly ProblemCode[],
    ): Promise<Refused | undefined> => {
      const arrival = envelope.arrivedAt ?? monotonic()
      for (const since of [0, arrival]) {
        const view = await streams.load(target.registration.decider, target.stream, since, arrival)
        // What is known must do for the first look; only a refusal needs a fresh one.
        const { sources, oldest } = sourcesSince(view, since, since)
        const plan = await decide(envelope, target, view, sources)
        if (plan.kind === 'plan' || unless.includes(plan.code)) return undefined
        if (oldest() >= arrival) return plan
      }
      return undefined
    },

    /** For work around several commands: what the outside world does becomes a refusal. */
    guard: async (envelope: Envelope, work: () => Promise<Outcome>): Promise<Outcome> => {
      try {
        return await work()
      } catch (error) {
        return refuseFailure(error, envelope, log)
      }
    },

    /** Where the command would go; nothing is decided. */
    locate: findTarget,

    /** Equal for commands of equal content, whatever their keys. */
    hashFor,

    /** A stream as this process knows it, confirmed by the store within the last `maxAge` milliseconds. */
    view: async <S>(
      of: Foldable<S>,
      id: string,
      maxAge = FACTS_MAY_LAG,
    ): Promise<Omit<StreamView, 'state'> & Readonly<{ state: S }>> => {
      const from = monotonic() - maxAge
      const view = await streams.load(of, streamOf(of.category, id), from, from)
      return { ...view, state: view.state as S }
    },
  }
}

export type CommandHandler = ReturnType<typeof createCommandHandler>
