import { zId } from '../kernel/ids.ts'
import { z } from 'zod'
import { zLoginMethod, zStaffRole } from '../kernel/access.ts'
import { zInstant } from '../kernel/dates.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'

/** Why a sign-in failed. Recorded in the log, never disclosed to the person who tried. */
export const zLoginFailure = z.enum(['password', 'code', 'no_account', 'provider'])
export const zProofMethod = z.enum(['password', 'totp', 'recovery_code', 'provider'])
export const zPasswordCause = z.enum(['first', 'change', 'reset'])
export const zRevokeCause = z.enum(['one', 'all', 'password_changed', 'password_reset', 'erased'])

const userId = z.string()
const empty = z.strictObject({})
const where = { address: z.string(), userAgent: z.string() }
const registered = { email: z.string(), displayName: z.string(), staffRole: zStaffRole.nullable() }
const provider = z.string()
const internal = {
  capability: 'account.create',
  ifMatch: 'none',
  stream: { by: 'platform', id: zId },
} as const

/**
 * A person who signs in (docs/domain/login.md#people). Credentials are in schema `app`; these events record
 * what happened to them, and never hold a secret or its hash. Their subject is the person, their tenant the
 * platform: a person may belong to several accounts. All commands are internal steps of the sign-in.
 */
export const user = defineAggregate({
  category: 'user',
  events: {
    UserRegistered: {
      version: 1,
      schema: z.strictObject({ userId, ...registered }),
      personal: { email: 'userId', displayName: 'userId' },
    },
    EmailVerified: { version: 1, schema: z.strictObject({ userId }) },
    PasswordChanged: { version: 1, schema: z.strictObject({ userId, cause: zPasswordCause }) },
    TotpEnabled: { version: 1, schema: z.strictObject({ userId }) },
    TotpDisabled: { version: 1, schema: z.strictObject({ userId }) },
    IdpLinked: { version: 1, schema: z.strictObject({ userId, provider }) },
    IdpUnlinked: { version: 1, schema: z.strictObject({ userId, provider }) },
    LoginSucceeded: {
      version: 1,
      schema: z.strictObject({ userId, method: zLoginMethod, provider: provider.nullable(), ...where }),
      personal: { address: 'userId', userAgent: 'userId' },
    },
    LoginFailed: {
      version: 1,
      schema: z.strictObject({ userId, reason: zLoginFailure, ...where }),
      personal: { address: 'userId', userAgent: 'userId' },
    },
    IdentityProved: { version: 1, schema: z.strictObject({ userId, method: zProofMethod }) },
    UserLocked: { version: 1, schema: z.strictObject({ userId, until: zInstant }) },
    SessionsRevoked: { version: 1, schema: z.strictObject({ userId, count: z.int(), cause: zRevokeCause }) },
  },
  commands: {
    RegisterUser: { schema: z.strictObject(registered), ...internal },
    VerifyEmail: { schema: empty, ...internal },
    ChangePassword: { schema: z.strictObject({ cause: zPasswordCause }), ...internal },
    EnableTotp: { schema: empty, ...internal },
    DisableTotp: { schema: empty, ...internal },
    LinkIdp: { schema: z.strictObject({ provider }), ...internal },
    UnlinkIdp: { schema: z.strictObject({ provider }), ...internal },
    RecordLogin: {
      schema: z.strictObject({ method: zLoginMethod, provider: provider.nullable(), ...where }),
      ...internal,
    },
    RecordFailedLogin: { schema: z.strictObject({ reason: zLoginFailure, ...where }), ...internal },
    RecordProof: { schema: z.strictObject({ method: zProofMethod }), ...internal },
    /** Too many wrong tries from many places: the account waits (docs/domain/login.md#attempts). */
    LockUser: { schema: z.strictObject({ until: zInstant }), ...internal },
    RevokeSessions: { schema: z.strictObject({ count: z.int().min(0), cause: zRevokeCause }), ...internal },
  },
})
export type UserEvent = EventsOf<typeof user>
export type UserCommand = CommandsOf<typeof user>
