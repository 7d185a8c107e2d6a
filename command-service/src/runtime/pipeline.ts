import { commandDefinitions, type AggregateName } from '@hearth/contracts'
import type { Message, OfType } from '@hearth/contracts/kernel/message'
import type { CommandHandler } from './commandHandler.ts'
import type { Decider, Load, LoadRequest } from './decider.ts'
import type { Done, Envelope, Handle, Outcome } from './outcome.ts'
import type { AnyRegistration } from './registration.ts'
import { singleFlight } from './singleFlight.ts'

/** Handles a command in several steps; `next` is the plain handling. */
export type Around<D> = (envelope: Envelope<D>, next: Handle) => Promise<Outcome>

/** The stages of the pipeline that a feature fills for its own commands. */
export type Stages<C extends Message> = Readonly<{
  /** In place of the plain handling, by command type. */
  around?: { readonly [T in C['type']]?: Around<OfType<C, T>['data']> }
  /**
   * Follows a command that was carried out, now or before, until its answer may go out. The command is
   * written by then: a failure reaches the caller, and a repetition runs this stage again.
   */
  after?: (done: Done, envelope: Envelope) => Promise<Done>
}>

/** What a feature registers for one aggregate. */
export type Registration<S, C extends Message, E extends Message, F> = Readonly<{
  decider: Decider<S, C, E, F>
  load: Load<C, F>
  /** Stores what the accepted events name, before they are appended. May run again for the same command. */
  beforeAppend?: (facts: F, request: LoadRequest) => Promise<void>
  /** Called once, when the pipeline is created. */
  stages?: (handler: CommandHandler) => Stages<C>
}>

/** Checks that facts, decider and stages of a registration fit together. */
export const register = <S, C extends Message, E extends Message, F>(
  registration: Registration<S, C, E, F>,
) => registration

type AnyStages = Readonly<{
  around?: Readonly<Record<string, Around<never> | undefined>>
  after?: (done: Done, envelope: Envelope) => Promise<Done>
}>

/** One registration for each aggregate; the compiler lists what is missing. */
export type PipelineRegistry = Readonly<
  Record<AggregateName, AnyRegistration & Readonly<{ stages?: (handler: CommandHandler) => AnyStages }>>
>

/**
 * The way of every command: one attempt at a time for each key, then the stage `around` its type or the plain
 * handling, then the stage `after` of its aggregate (docs/decisions/0034-one-command-pipeline.md).
 */
export const createPipeline = ({
  handler,
  registry,
}: Readonly<{ handler: CommandHandler; registry: PipelineRegistry }>): Handle => {
  const stages = new Map<string, AnyStages>(
    Object.entries(registry).map(([name, registration]) => [name, registration.stages?.(handler) ?? {}]),
  )

  return singleFlight(async (sent) => {
    const aggregate = commandDefinitions.get(sent.type)?.aggregate
    const { around, after } = stages.get(aggregate ?? '') ?? {}
    const stage = around?.[sent.type]
    // Appends of this process from here need no second check.
    const envelope = { ...sent, arrivedAt: performance.now() }
    const outcome =
      stage === undefined
        ? await handler.handle(envelope)
        : await handler.guard(envelope, () => stage(envelope as Envelope<never>, handler.handle))
    return outcome.kind === 'rejected' || after === undefined ? outcome : after(outcome, envelope)
  })
}
