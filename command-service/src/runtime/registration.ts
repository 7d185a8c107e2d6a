import type { AggregateName } from '@hearth/contracts'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Context, Decision, LoadRequest, ReadState } from './decider.ts'

type Handler<Parameters extends readonly unknown[], Result> =
  | ((...parameters: Parameters) => Result)
  | undefined

/** Any `Foldable`, whatever its state. */
export type AnyFoldable = Readonly<{
  category: string
  initial: unknown
  evolve: Readonly<
    Record<string, Handler<[state: never, data: never, occurredAt: Instant, by: string], unknown>>
  >
  listingOf?(state: never): string | undefined
}>

/** Any registration: the engine passes states, data and facts through without looking at them. */
export type AnyRegistration = Readonly<{
  decider: AnyFoldable &
    Readonly<{
      decide: Readonly<Record<string, Handler<[data: never, state: never, ctx: Context<never>], Decision>>>
    }>
  load: (command: never, request: LoadRequest, readState: ReadState) => Promise<unknown>
  beforeAppend?: (facts: never, request: LoadRequest) => Promise<void>
}>

export type Registry = Readonly<Record<AggregateName, AnyRegistration>>
