import type { QuotePayload } from '@hearth/contracts/booking'
import type { AgreementDocument } from '../agreement/printAgreement.ts'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Address } from '@hearth/contracts/listing'
import type { Actor, Message, OfType } from '@hearth/contracts/kernel/message'
import type { ProblemCode } from '@hearth/contracts/kernel/problem'
import type { PolicyName, PublishedPolicy } from '@hearth/contracts/policy'

/** A person's device, as the front door and the browser tell. */
export type Where = Readonly<{ ip: string; userAgent: string }>

/** What a decision may look at besides state and command. Nothing in it changes while deciding. */
export type Context<F> = Readonly<{
  /**
   * When this happens: the wall clock, or what a service principal states
   * (docs/domain/dates.md#when-something-happened). Becomes `occurredAt`.
   */
  now: Instant
  /** The wall clock. Later than `now` only when the past is being told. */
  recordedAt: Instant
  actor: Actor
  /** Whose account this is; for an existing stream its own, else the caller's. */
  tenantId: string
  /** The id of the stream's aggregate. */
  id: string
  /** The id in the command's path where it is not the stream's own: a block's. Equal to `id` otherwise. */
  targetId: string
  commandId: Id
  /** A new id that is the same whenever the same command is decided again. */
  idFor: (label: string) => Id
  facts: F
}>

/** How the caller may take it back: `command` is a command type of the same aggregate. */
export type Undo = Readonly<{ command: string; expiresAt: Instant | null }>

export type Accepted<E extends Message = Message> = Readonly<{
  ok: true
  /** None: the wish was already so. */
  events: readonly E[]
  undo?: Undo
  /** Versions that took part, `name@version`: metadata `policies`. */
  policies?: readonly string[]
}>
export type Rejected = Readonly<{
  ok: false
  code: ProblemCode
  detail: string
  facts: Readonly<Record<string, unknown>>
}>
export type Decision<E extends Message = Message> = Accepted<E> | Rejected

export const accept = <E extends Message>(
  events: readonly E[],
  more: Readonly<{ undo?: Undo; policies?: readonly string[] }> = {},
): Accepted<E> => ({
  ok: true,
  events,
  ...more,
})

/**
 * A business refusal is a value; throwing means a bug. `facts` are members of the problem body, never ids of
 * foreign records.
 */
export const reject = (
  code: ProblemCode,
  detail: string,
  facts: Readonly<Record<string, unknown>> = {},
): Rejected => ({ ok: false, code, detail, facts })

/** What folding a stream needs. */
export type Foldable<S> = Readonly<{
  category: string
  initial: S
  evolve: Readonly<Record<string, ((state: S, data: never, occurredAt: Instant) => S) | undefined>>
}>

/** The `Foldable` of one aggregate: every event has its handler. It stands in `<name>.state.ts`. */
export type Fold<S, E extends Message> = Readonly<{
  category: string
  initial: S
  evolve: { readonly [T in E['type']]: (state: S, data: OfType<E, T>['data'], occurredAt: Instant) => S }
}>

/**
 * Pure: state from events, events from commands. Every event and command of the aggregate has its handler.
 */
export type Decider<S, C extends Message, E extends Message, F = NoFacts> = Fold<S, E> &
  Readonly<{
    decide: {
      readonly [T in C['type']]: (data: OfType<C, T>['data'], state: S, ctx: Context<F>) => Decision<E>
    }
  }>

/** For aggregates that decide from their own stream alone. */
export type NoFacts = Readonly<Record<never, never>>

/** A signed quote after its signature and age were checked. */
export type QuoteFact =
  | Readonly<{ ok: true; payload: QuotePayload }>
  | Readonly<{ ok: false; reason: 'invalid' | 'expired' }>

/** Somebody who may act for an account. */
export type AccountMember = Readonly<{ userId: string; isStaff: boolean }>

/** Agreements as files, named by their content. */
export type Documents = Readonly<{
  /**
   * Prints it and answers its SHA-256; the same content gives the same file. It lies in the storage before an
   * event names it, and not at all when the command is refused.
   */
  keep: (hostAccountId: string, document: AgreementDocument) => Promise<string>
  /** Whether the file is there and is what its name says. */
  isWhole: (hostAccountId: string, sha256: string) => Promise<boolean>
}>

/** A file as deciders look at it. Pixels; null for what is no picture. */
export type UsableFile = Readonly<{ width: number | null; height: number | null }>

/** Where facts come from: other streams, the policy registry, the quote secret. */
export type Sources = Readonly<{
  /**
   * The state of another stream; its initial state when there is none. It may be a moment old unless `fresh`
   * says that a promise rests on it.
   */
  readState: <S>(of: Foldable<S>, id: string, options?: Readonly<{ fresh?: boolean }>) => Promise<S>
  /** The version in force at that instant. */
  policiesAt: <N extends PolicyName>(name: N, at: Instant) => Promise<PublishedPolicy<N>>
  openQuote: (token: string) => QuoteFact
  /**
   * How many bookings of an account are not over yet, as the read models know it; with `guestRef` those in
   * which this guest is expected or there.
   */
  standingBookings: (hostAccountId: string, guestRef?: string) => Promise<number>
  membersOf: (hostAccountId: string) => Promise<readonly AccountMember[]>
  /** The two small deposits that prove a bank account, minor units; the same whenever asked. */
  depositsOf: (methodId: string) => readonly [number, number]
  /** The six digits that were sent to a number, to prove whose it is. */
  contactCodeOf: (codeId: string, phone: string) => string
  /** Whether a payout has reached the method before, as the read models know it. */
  isProvenMethod: (hostAccountId: string, methodId: string) => Promise<boolean>
  /** Where the account's listings but this one stand that were not given up, as the read models know it. */
  addressesOf: (hostAccountId: string, exceptListingId: string) => Promise<readonly Address[]>
  /** How many calendars a listing of the account follows, as the read models know it. */
  feedsOf: (hostAccountId: string, listingId: string) => Promise<number>
  /** A file that was uploaded for this listing and may be used; undefined for every other id. */
  fileOf: (listingId: string, fileId: string) => Promise<UsableFile | undefined>
  /** Where a user gets mail; null when nobody is known by this id. */
  emailOf: (userId: string) => Promise<string | null>
  documents: Documents
}>

/** What of the request facts may depend on, as in `Context`; `where` is null when no person asks. */
export type LoadRequest = Readonly<{
  id: string
  tenantId: string
  now: Instant
  recordedAt: Instant
  actor: Actor
  where: Where | null
}>

/** Gathers at the edge what the decider may look at. */
export type Load<C extends Message, F> = (command: C, request: LoadRequest, sources: Sources) => Promise<F>

/** One line of the registry. */
export type Registration<S, C extends Message, E extends Message, F> = Readonly<{
  decider: Decider<S, C, E, F>
  load: Load<C, F>
}>

/** The state after one event; an event the decider does not know leaves it as it is. */
export const evolveBy = <S>(
  of: Foldable<S>,
  state: S,
  event: Readonly<{ type: string; data: unknown }>,
  occurredAt: Instant,
): S => {
  const handler = of.evolve[event.type]
  return handler === undefined ? state : handler(state, event.data as never, occurredAt)
}
