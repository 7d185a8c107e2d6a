import { z } from 'zod'
import { zImpersonationReason } from '../impersonation/messages.ts'
import { zImpersonationMode, zImpersonationScope } from '../kernel/access.ts'
import { zInstant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zSecondFactor } from '../login/requests.ts'

/**
 * `GET /api/session`: who is signed in, for which account, and what that allows. `capabilities` are names of
 * the table in kernel/access.
 */
export const zSession = z.strictObject({
  user: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
  role: z.string(),
  account: z.strictObject({ id: z.string(), displayName: z.string(), timezone: z.string() }).nullable(),
  accounts: z.array(z.strictObject({ id: z.string(), displayName: z.string(), role: z.string() })),
  /** What may be seen, and what may be done, where the table requires it after a fresh proof. */
  capabilities: z.array(z.string()),
  /** When this person last proved who they are; null for programs. */
  provedAt: zInstant.nullable(),
  /**
   * What this session still lacks: until then it opens nothing but the way to it. `enrol`: set up an
   * authenticator; `prove`: give its code.
   */
  secondFactor: zSecondFactor.nullable(),
  /**
   * Set while staff impersonate; `user` is the member of staff, `role` the owner's. The reason is null until
   * the read models know it.
   */
  impersonation: z
    .strictObject({
      id: z.string(),
      mode: zImpersonationMode,
      scopes: z.array(zImpersonationScope),
      expiresAt: zInstant,
      staffRole: z.string(),
      reason: zImpersonationReason.nullable(),
      reasonText: z.string().nullable(),
      /** Whether its one extension is used up. */
      extended: z.boolean(),
    })
    .nullable(),
  /**
   * The place is over and not yet left (`POST /api/impersonation/end`): until then this session changes
   * nothing.
   */
  impersonationOver: z.boolean(),
})
export type SessionAnswer = z.infer<typeof zSession>

/** `POST /api/session/switch-account`: the session acts for this account from now on. */
export const zSwitchAccount = z.strictObject({ hostAccountId: zId })
