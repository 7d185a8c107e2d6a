import type { IncomingHttpHeaders } from 'node:http'
import type { Actor } from '@hearth/contracts/kernel/message'

/** Who asks, for which account, and what of it may be seen. Made only here, from a cookie or a bearer token. */
export type Principal = Readonly<{
  actor: Actor
  /** The account a host acts for; staff and services have none of their own. */
  tenantId?: string
  /** The listings a co-host may see. */
  listingIds: readonly string[] | 'all'
  /** SHA-256 of the session's cookie; absent for services. */
  sessionId?: string
}>

/** Resolves a request's cookie or bearer token. Synchronous when the answer is at hand. */
export type Principals = Readonly<{
  resolve: (headers: IncomingHttpHeaders) => Principal | undefined | Promise<Principal | undefined>
  /** Forgets what is cached of a session, after logout or a change of account. */
  forget: (sessionId: string) => void
}>
