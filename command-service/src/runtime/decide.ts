import { deriveId } from '@hearth/contracts/kernel/ids'
import { formatStream } from '@hearth/contracts/kernel/message'
import { actingAs } from '@hearth/platform/session/principal'
import { checkRevision, chooseTime, type Clock } from './checks.ts'
import type { Context, ReadState } from './decider.ts'
import type { Plan } from './newEvents.ts'
import { refuse, type Envelope, type Refused } from './outcome.ts'
import type { Streams } from './streams.ts'
import type { StreamView } from './streamView.ts'
import type { Target } from './target.ts'

/** Other streams' states may be this old when a command is accepted; a refusal reads them again. */
export const FACTS_MAX_AGE_MS = 1_000

/** By the monotonic clock. */
type Freshness = Readonly<{
  /** States confirmed since then will do, if they are not older than `FACTS_MAX_AGE_MS`. */
  since: number
  /** What is read fresh must have been confirmed since then. */
  arrival: number
}>

/** `prepare` stores what the events name; it comes before they are appended. */
type Prepared = Plan & Readonly<{ prepare: () => Promise<void> }>

/** `oldest`: when the oldest state was confirmed that the decision rests on. */
type Decided = Readonly<{ result: Prepared | Refused; oldest: number }>

/** Remembers every view that facts read. */
const trackReads = (
  streams: Streams,
  monotonic: () => number,
  own: StreamView,
  { since, arrival }: Freshness,
) => {
  const views = [own]
  const readState: ReadState = async (of, id, { fresh = false } = {}) => {
    const stream = formatStream(of.category, id)
    // The expected revision guards what the command itself rests on.
    if (stream === own.stream && !fresh) return own.state as typeof of.initial
    const from = fresh ? arrival : Math.max(since, monotonic() - FACTS_MAX_AGE_MS)
    const view = await streams.load(of, stream, from, from)
    views.push(view)
    return view.state as typeof of.initial
  }
  return { readState, oldest: () => Math.min(...views.map(({ readAt }) => readAt)) }
}

/** Decides one command on its stream's state and on what its facts read of other streams. */
export const createDecide = ({
  streams,
  clock,
  monotonic,
}: Readonly<{ streams: Streams; clock: Clock; monotonic: () => number }>) => {
  const decideOn = async (
    envelope: Envelope,
    target: Target,
    view: StreamView,
    readState: ReadState,
  ): Promise<Prepared | Refused> => {
    const { type, data, principal, commandId } = envelope
    const { definition, registration, id, targetId, tenantId } = target
    const stale = checkRevision(definition.ifMatch, envelope.expected, view)
    if (stale !== undefined) return stale
    const recordedAt = clock.now()
    const now = chooseTime(envelope, view, recordedAt)
    if (typeof now !== 'string') return now
    const decider = registration.decider.decide[type]
    if (decider === undefined) throw new Error(`Nothing decides ${type}`)
    const actor = actingAs(principal)
    const request = { id, tenantId, now, recordedAt, actor, where: envelope.where ?? null }
    const facts = await registration.load({ type, data } as never, request, readState)
    const ctx: Context<unknown> = {
      now,
      recordedAt,
      actor,
      tenantId,
      id,
      targetId,
      commandId,
      facts,
      idFor: (label) => deriveId('id', commandId, label),
    }
    const decision = decider(data as never, view.state as never, ctx as never)
    if (!decision.ok) return refuse(decision.code, decision.detail, decision.facts)
    const prepare = async () => registration.beforeAppend?.(facts as never, request)
    return { kind: 'plan', now, decision, prepare }
  }

  return async (
    envelope: Envelope,
    target: Target,
    view: StreamView,
    freshness: Freshness,
  ): Promise<Decided> => {
    const { readState, oldest } = trackReads(streams, monotonic, view, freshness)
    const result = await decideOn(envelope, target, view, readState)
    return { result, oldest: oldest() }
  }
}
