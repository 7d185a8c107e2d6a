import type { IncomingHttpHeaders } from 'node:http'
import {
  can,
  canAct,
  canLook,
  capabilityOf,
  STEP_UP_S,
  type Capability,
  type ImpersonationGrant,
  type Role,
} from '@hearth/contracts/kernel/access'
import type { Actor } from '@hearth/contracts/kernel/message'
import type { ProblemCode } from '@hearth/contracts/kernel/problem'

/**
 * A member of staff in a host's place. The principal's `actor` stays the staff member, its `tenantId` is the
 * host's account (docs/domain/impersonation.md).
 */
export type Impersonation = ImpersonationGrant & Readonly<{ id: string; /** UTC ISO. */ expiresAt: string }>

/**
 * Who asks, for which account, and what of it may be seen. Made only here, from a cookie or a bearer token.
 */
export type Principal = Readonly<{
  actor: Actor
  /** The account a host acts for; staff and services have none of their own. */
  tenantId?: string
  /** The listings a co-host may see. */
  listingIds: readonly string[] | 'all'
  /** SHA-256 of the session's cookie; absent for services. */
  sessionId?: string
  /** When this person last proved who they are, milliseconds since 1970; absent for services. */
  provedAt?: number
  impersonation?: Impersonation
  /**
   * The id of an impersonation that is over while the session has not left its place: what comes from there
   * late is refused, not judged by the staff member's own role.
   */
  endedImpersonation?: string
  /**
   * What this session still lacks; until then it opens nothing but the way to it
   * (docs/domain/login.md#passwords: staff need a second factor always).
   */
  secondFactor?: SecondFactor
}>

/** `enrol`: an authenticator must be set up; `prove`: its code is still to be given. */
export type SecondFactor = 'enrol' | 'prove'

/** The role whose rights count: in a host's place the owner's, cut down to what the impersonation allows. */
export const roleOf = ({ actor, impersonation }: Principal): Role =>
  impersonation === undefined ? actor.role : 'owner'

/**
 * Who acts as far as rules are concerned: in a host's place, a host. Events name the staff member
 * (`newEvents.ts`).
 */
export const actingAs = (principal: Principal): Actor =>
  principal.impersonation === undefined
    ? principal.actor
    : { ...principal.actor, kind: 'host', role: 'owner' }

/** One account's data only: hosts, and staff in a host's place. */
export const isBound = ({ actor, impersonation }: Principal): boolean =>
  actor.kind === 'host' || impersonation !== undefined

/** Whether what the capability opens may be seen. */
export const maySee = (principal: Principal, capability: Capability): boolean =>
  principal.secondFactor !== undefined
    ? false
    : principal.impersonation === undefined
      ? can(principal.actor.role, capability)
      : canLook(principal.impersonation, capability)

/**
 * Why the capability may not be used for doing something; undefined when it may. `now` in milliseconds since
 * 1970.
 */
export const refusalToAct = (
  principal: Principal,
  capability: Capability,
  now: number,
): ProblemCode | undefined => {
  const { actor, impersonation, provedAt } = principal
  if (principal.secondFactor !== undefined) return 'FORBIDDEN'
  if (impersonation !== undefined) {
    if (impersonation.mode === 'read_only') return 'IMPERSONATION_READ_ONLY'
    return canAct(impersonation, capability) ? undefined : 'IMPERSONATION_ACTION_EXCLUDED'
  }
  if (!can(actor.role, capability)) return 'FORBIDDEN'
  return capabilityOf(capability).stepUp === true && !isProved(actor, provedAt, now)
    ? 'STEP_UP_REQUIRED'
    : undefined
}

/**
 * Whether the proof is fresh (docs/domain/access.md#step-up). Programs have their token with every request.
 */
export const isProved = (actor: Actor, provedAt: number | undefined, now: number): boolean =>
  actor.kind === 'service' || (provedAt !== undefined && now - provedAt <= STEP_UP_S * 1_000)

/** Resolves a request's cookie or bearer token. Synchronous when the answer is at hand. */
export type Principals = Readonly<{
  resolve: (headers: IncomingHttpHeaders) => Principal | undefined | Promise<Principal | undefined>
  /** Forgets what is cached of a session, after logout or a change of account. */
  forget: (sessionId: string) => void
}>
