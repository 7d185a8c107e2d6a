import { commandDefinitions, domain, eventDefinitions, type AggregateName } from '@hearth/contracts'
import { cancellationQuote, quotePayload } from '@hearth/contracts/booking'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveEventId, deriveId } from '@hearth/contracts/kernel/ids'
import {
  locatorOf,
  formatStream,
  type Actor,
  type Aggregate,
  type RecordedEvent,
} from '@hearth/contracts/kernel/message'
import { FIRST_POLICIES, firstPolicyEvent, zPolicyName } from '@hearth/contracts/policy'
import { bookingFold } from '../booking/booking.state.ts'
import { createRegistry, type Ports } from '../registry.ts'
import { evolveBy, type Decision, type Foldable, type ReadState } from '../runtime/decider.ts'
import type { AnyRegistration, Registry } from '../runtime/registration.ts'
import { createMemoryLog } from '@hearth/platform/testing/log'

export type Sent = Readonly<{
  type: string
  data: unknown
  /** The id in the path; left out when the command creates. */
  id?: string
  commandId: string
  actor: Actor
  tenantId: string
  now: Instant
  recordedAt?: Instant
}>

/** Recursively frozen, so that a decider that changes what it was given fails. */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}

type Stream = { state: unknown; events: RecordedEvent[] }

export type World = Readonly<{
  log: readonly RecordedEvent[]
  decide: (sent: Sent) => Promise<Decision>
  /** Decides and appends what was accepted. */
  send: (sent: Sent) => Promise<Decision>
  stateOf: <S>(of: Foldable<S>, id: string) => S
  /** A world that begins where this one is, and goes its own way. */
  copy: () => World
}>

/** What features need from outside, as a world without engines has it. */
export const createMemoryPorts = (openQuote: Ports['booking']['openQuote']): Ports => {
  const { log } = createMemoryLog()
  const readPolicy: Ports['booking']['readPolicy'] = async (name) => FIRST_POLICIES[name]
  const findFile = async () => ({ width: 2_048, height: 1_365 })
  return {
    account: {
      countStandingBookings: async () => 0,
      openMemberships: () => ({ sync: async () => undefined, isStaff: async () => false }),
      log,
    },
    agreement: {
      readPolicy,
      findFile,
      findEmail: async () => 'ada@example.com',
      // Every document is the one that the vocabulary names.
      files: {
        print: async () => ({ sha256: 'a'.repeat(64), bytes: Buffer.alloc(0) }),
        store: async () => undefined,
        isWhole: async () => true,
      },
    },
    booking: { readPolicy, openQuote, log },
    icalFeed: { countFeeds: async () => 0 },
    impersonation: { listMembers: async () => [], closeSession: async () => undefined },
    listing: { readPolicy, findFile, readOtherAddresses: async () => [] },
    onboarding: { computeContactCode: () => '123456' },
    payoutAccount: {
      computeDeposits: () => [3, 7],
      vault: { keep: async () => 'kept', remove: async () => undefined },
    },
    payout: { isProvenMethod: async () => false },
    photoshoot: { findFile, now: () => new Date().toISOString() },
  }
}

/**
 * All deciders with their facts over streams in memory: what the command service does, without engines. Any
 * quote but `expired` and `forged` is signed on the spot.
 */
export const createWorld = (
  before?: Readonly<{ log: readonly RecordedEvent[]; streams: ReadonlyMap<string, Stream> }>,
): World => {
  const log = [...(before?.log ?? [])]
  const streams = new Map(
    [...(before?.streams ?? [])].map(([name, stream]) => [name, { ...stream, events: [...stream.events] }]),
  )

  const stateOf = <S>(of: Foldable<S>, id: string): S =>
    (streams.get(formatStream(of.category, id))?.state ?? of.initial) as S

  const targetOf = ({ type, data, id, tenantId, commandId }: Sent) => {
    const known = commandDefinitions.get(type)
    if (known === undefined) throw new Error(`No command is called ${type}`)
    const aggregate: Aggregate = domain[known.aggregate]
    const fields = data as Readonly<Record<string, unknown>>
    const targetId =
      id ??
      aggregate.identify?.(tenantId, type, fields, commandId) ??
      deriveId(aggregate.category, tenantId, commandId)
    const locator = locatorOf(known.definition)
    return {
      name: known.aggregate,
      targetId,
      id: locator.by === 'owner' ? String(fields[locator.field]) : targetId,
    }
  }

  /** The command that is being decided: a quote is signed for its booking. */
  let current: Readonly<{ id: string; now: Instant }> = { id: '', now: '' }
  const openQuote: Ports['booking']['openQuote'] = (token) => {
    const { id, now } = current
    const state = stateOf(bookingFold, id)
    if (token === 'expired') return { ok: false, reason: 'expired' }
    if (state.status === 'none' || token === 'forged') return { ok: false, reason: 'invalid' }
    const initiator = token.length % 2 === 0 ? 'host' : 'guest'
    const quoted = { ...state, id, revision: 0 }
    return { ok: true, payload: quotePayload(quoted, cancellationQuote(quoted, initiator, now)) }
  }
  const registry: Registry = createRegistry(createMemoryPorts(openQuote))

  const append = (
    name: AggregateName,
    id: string,
    sent: Sent,
    events: readonly Readonly<{ type: string; data: unknown }>[],
  ) => {
    const of: Foldable<unknown> = registry[name].decider as Foldable<unknown>
    const stream = formatStream(of.category, id)
    const known = streams.get(stream) ?? { state: of.initial, events: [] }
    for (const [index, { type, data }] of events.entries()) {
      const definition = eventDefinitions.get(type)
      if (definition === undefined) throw new Error(`No event is called ${type}`)
      const decoded: unknown = deepFreeze(definition.schema.parse(JSON.parse(JSON.stringify(data))))
      const commit = BigInt(log.length + 1)
      const event: RecordedEvent = {
        id: deriveEventId(sent.commandId, index),
        stream,
        revision: BigInt(known.events.length),
        type,
        data: decoded,
        metadata: {
          tenantId: sent.tenantId,
          actorId: sent.actor.id,
          commandId: sent.commandId,
          occurredAt: sent.now,
          schema: String(definition.version),
        },
        position: { commit, prepare: commit },
        recordedAt: sent.recordedAt ?? sent.now,
      }
      known.state = deepFreeze(evolveBy(of, known.state, event, sent.now))
      known.events.push(event)
      log.push(event)
    }
    streams.set(stream, known)
  }

  const decide = async (sent: Sent): Promise<Decision> => {
    const { name, id, targetId } = targetOf(sent)
    const { decider, load }: AnyRegistration = registry[name]
    const { type, now, actor, tenantId, commandId } = sent
    const data = deepFreeze(sent.data)
    const recordedAt = sent.recordedAt ?? now
    const readState: ReadState = async (of, other) => stateOf(of, other)
    current = { id: targetId, now }
    const facts = deepFreeze(
      await load({ type, data } as never, { id, tenantId, now, recordedAt, actor, where: null }, readState),
    )
    const ctx = {
      now,
      recordedAt,
      actor,
      tenantId,
      id,
      targetId,
      commandId,
      facts,
      idFor: (label: string) => deriveId('id', commandId, label),
    }
    const handler = decider.decide[type]
    if (handler === undefined) throw new Error(`Nothing decides ${type}`)
    return handler(data as never, stateOf(decider as Foldable<unknown>, id) as never, ctx as never)
  }

  for (const name of before === undefined ? zPolicyName.options : []) {
    const first = {
      type: 'ProposePolicyVersion',
      data: {},
      commandId: deriveId('first', name),
      actor: { id: 'system', kind: 'service', role: 'scheduler', name: 'system' },
      tenantId: 'platform',
      now: '2000-01-01T00:00:00.000Z',
    } as const
    append('policy', name, first, [firstPolicyEvent(name)])
  }

  return {
    log,
    decide,
    send: async (sent) => {
      const decision = await decide(sent)
      const { name, id } = targetOf(sent)
      if (decision.ok && decision.events.length > 0) append(name, id, sent, decision.events)
      return decision
    },
    stateOf,
    copy: () => createWorld({ log, streams }),
  }
}
