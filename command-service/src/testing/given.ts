import type { Actor, Message } from '@hearth/contracts/kernel/message'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { ProblemCode } from '@hearth/contracts/kernel/problem'
import { expect } from 'vitest'
import { evolveBy, type Context, type Decision, type Foldable } from '../runtime/decider.ts'

export const NOW = '2026-06-12T13:42:00.000Z'
export const OWNER: Actor = { id: 'owner', kind: 'host', role: 'owner', name: 'Ada' }
export const ADMIN: Actor = { id: 'admin', kind: 'staff', role: 'admin', name: 'Joan' }
export const SCHEDULER: Actor = { id: 'scheduler', kind: 'service', role: 'scheduler', name: 'scheduler' }
export const GATEWAY: Actor = { id: 'gateway', kind: 'service', role: 'gateway', name: 'gateway' }
export const IMPORTER: Actor = { id: 'importer', kind: 'service', role: 'importer', name: 'importer' }

type AnyDecider = Readonly<{
  category: string
  initial: unknown
  evolve: Readonly<Record<string, (state: never, data: never, at: Instant, by: string) => unknown>>
  decide: Readonly<Record<string, (data: never, state: never, ctx: never) => Decision>>
}>
type EventOf<D extends AnyDecider> = {
  [T in keyof D['evolve'] & string]: Message<T, Parameters<D['evolve'][T]>[1]>
}[keyof D['evolve'] & string]
type CommandOf<D extends AnyDecider> = {
  [T in keyof D['decide'] & string]: Message<T, Parameters<D['decide'][T]>[0]>
}[keyof D['decide'] & string]
type FactsOf<D extends AnyDecider> = Parameters<D['decide'][string]>[2] extends Context<infer F> ? F : never
type Happened<E extends Message> = E & Readonly<{ at?: Instant; by?: string }>
export type Situation<F> = Partial<Omit<Context<F>, 'facts'>> & Readonly<{ facts: F }>

/** The context of a command in a test; what the situation leaves out has a value of its own. */
export const createContext = <F>(situation: Situation<F>): Context<F> => {
  const commandId = situation.commandId ?? deriveId('test', 'command')
  const now = situation.now ?? NOW
  const id = situation.id ?? deriveId('test', 'aggregate')
  return {
    now,
    recordedAt: now,
    actor: OWNER,
    tenantId: 'tenant',
    id,
    targetId: id,
    commandId,
    idFor: (label) => deriveId('id', commandId, label),
    ...situation,
  }
}

/** The state after a history; events happened at `NOW`, by the owner, unless they say so. */
export const stateAfter = <D extends AnyDecider>(
  decider: D,
  history: readonly Happened<EventOf<D>>[],
): D['initial'] =>
  history.reduce<unknown>(
    (state, { at = NOW, by = OWNER.id, ...event }) =>
      evolveBy<unknown>(decider as Foldable<unknown>, state, event, at, by),
    decider.initial,
  )

/**
 * A test sentence: `given(decider, history).when(command, situation).thenEvents(events)` or
 * `.thenRefused(code)`.
 */
export const given = <D extends AnyDecider>(decider: D, ...history: readonly Happened<EventOf<D>>[]) => ({
  when: (command: CommandOf<D>, situation: Situation<FactsOf<D>>) => {
    const decision = decider.decide[command.type]?.(
      command.data as never,
      stateAfter(decider, history) as never,
      createContext(situation) as never,
    )
    return {
      /** Exactly these events; each may name only some of its fields. */
      thenEvents: (...events: readonly Readonly<{ type: EventOf<D>['type']; data?: object }>[]) => {
        expect(decision).toMatchObject({ ok: true })
        const happened = decision?.ok === true ? decision.events : []
        expect(happened.map((event) => event.type)).toEqual(events.map((event) => event.type))
        for (const [index, event] of events.entries()) expect(happened[index]).toMatchObject(event)
        return decision
      },
      thenNothing: () => expect(decision).toMatchObject({ ok: true, events: [] }),
      thenRefused: (code: ProblemCode, facts: object = {}, problem: Readonly<{ detail?: string }> = {}) =>
        expect(decision).toMatchObject({ ok: false, code, facts, ...problem }),
    }
  },
})
