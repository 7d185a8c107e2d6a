import { z } from 'zod'
import { zId } from '../kernel/ids.ts'

/** `GET /api/session`: who is signed in, for which account, and what that allows. `capabilities` are names of the table in kernel/access. */
export const zSession = z.strictObject({
  user: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
  role: z.string(),
  account: z.strictObject({ id: z.string(), displayName: z.string(), timezone: z.string() }).nullable(),
  accounts: z.array(z.strictObject({ id: z.string(), displayName: z.string(), role: z.string() })),
  capabilities: z.array(z.string()),
})
export type SessionAnswer = z.infer<typeof zSession>

/** `POST /api/session/switch-account`: the session acts for this account from now on. */
export const zSwitchAccount = z.strictObject({ hostAccountId: zId })
