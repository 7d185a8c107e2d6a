import { commandDefinitions, domain } from '@hearth/contracts'
import { cancellationQuote, quotePayload } from '@hearth/contracts/booking'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { locatorOf, type Actor, type Aggregate, type RecordedEvent } from '@hearth/contracts/kernel/message'
import { firstPolicyEvent, zPolicyName } from '@hearth/contracts/policy'
import { bookingFold } from '../booking/booking.state.ts'
import { policyFold } from '../policy/policy.state.ts'
import { createRegistry, type Ports } from '../registry.ts'
import type { Decision, Foldable, ReadState } from '../runtime/decider.ts'
import type { AnyRegistration, Registry } from '../runtime/registration.ts'
import { createMemoryPorts } from './memoryPorts.ts'
import { createMemoryStreams, deepFreeze, type MemoryStreams } from './memoryStreams.ts'

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

export type World = Readonly<{
  log: readonly RecordedEvent[]
  decide: (sent: Sent) => Promise<Decision>
  /** Decides, and appends the events of an accepted command. */
  send: (sent: Sent) => Promise<Decision>
  stateOf: MemoryStreams['stateOf']
  /** A world with the same history that continues on its own. */
  copy: () => World
}>

const findTarget = ({ type, data, id, tenantId, commandId }: Sent) => {
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

/** Accepts every quote for the booking that is being decided, except `expired` and `forged`. */
const createQuotes = (stateOf: MemoryStreams['stateOf']) => {
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
  return { openQuote, quoteFor: (id: string, now: Instant) => void (current = { id, now }) }
}

const createDecide = ({ stateOf }: MemoryStreams) => {
  const { openQuote, quoteFor } = createQuotes(stateOf)
  const registry: Registry = createRegistry(createMemoryPorts(openQuote))
  const decide = async (sent: Sent): Promise<Decision> => {
    const { name, id, targetId } = findTarget(sent)
    const { decider, load }: AnyRegistration = registry[name]
    const { type, now, actor, tenantId, commandId } = sent
    const data = deepFreeze(sent.data)
    const recordedAt = sent.recordedAt ?? now
    const readState: ReadState = async (of, other) => stateOf(of, other)
    quoteFor(targetId, now)
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
  return { registry, decide }
}

const openWorld = (streams: MemoryStreams): World => {
  const { registry, decide } = createDecide(streams)
  return {
    log: streams.log,
    decide,
    send: async (sent) => {
      const decision = await decide(sent)
      const { name, id } = findTarget(sent)
      const of = registry[name].decider as Foldable<unknown>
      if (decision.ok && decision.events.length > 0) streams.append(of, id, sent, decision.events)
      return decision
    },
    stateOf: streams.stateOf,
    copy: () => openWorld(streams.copy()),
  }
}

/**
 * All deciders with their facts over streams in memory: the command service without engines, with the first
 * version of every policy.
 */
export const createWorld = (): World => {
  const streams = createMemoryStreams()
  for (const name of zPolicyName.options) {
    const cause = {
      commandId: deriveId('first', name),
      actor: { id: 'system', kind: 'service', role: 'scheduler', name: 'system' },
      tenantId: 'platform',
      now: '2000-01-01T00:00:00.000Z',
    } as const
    streams.append(policyFold as Foldable<unknown>, name, cause, [firstPolicyEvent(name)])
  }
  return openWorld(streams)
}
