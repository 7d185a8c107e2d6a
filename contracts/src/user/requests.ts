import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zStorable } from '../kernel/text.ts'
import { zNewPassword } from './password.ts'

/** Six digits of an authenticator, or one of the recovery codes. */
export const zSecondFactorCode = z
  .string()
  .trim()
  .min(6)
  .max(20)
  .regex(/^[A-Za-z0-9 -]+$/, 'must be a code')
/** As the settings name an identity provider. */
export const zProviderId = z
  .string()
  .max(40)
  .regex(/^[a-z0-9-]+$/, 'must be the name of a provider')

/** `GET /api/account/sessions`: where this person is signed in, the newest first. */
export const zSessionRow = z.strictObject({
  id: z.string(),
  /** How it began, one of LOGIN_METHODS. */
  method: z.string(),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: zInstant,
  lastSeenAt: zInstant,
  expiresAt: zInstant,
  /** The one that asks. */
  current: z.boolean(),
})
export type SessionRow = z.infer<typeof zSessionRow>
export const zSessions = z.strictObject({ sessions: z.array(zSessionRow) })

/** `POST /api/session/revoke`. Answers 204; the current one may be revoked, too. */
export const zRevokeSession = z.strictObject({ id: zId })
/** `POST /api/session/revoke-all {}` ends every other session and answers how many. */
export const zRevokedAll = z.strictObject({ count: z.int() })

/** `GET /api/account/security`. */
export const zSecurity = z.strictObject({
  email: z.string(),
  hasPassword: z.boolean(),
  totp: z.strictObject({
    enabledAt: zInstant.nullable(),
    recoveryCodesLeft: z.int(),
    /** Staff cannot do without. */ compulsory: z.boolean(),
  }),
  /** Every provider of this installation, linked or not. */
  providers: z.array(z.strictObject({ id: z.string(), name: z.string(), linkedAt: zInstant.nullable() })),
})
export type SecurityAnswer = z.infer<typeof zSecurity>

/**
 * `POST /api/account/password`: ends every other session. Who has no password yet leaves `current` out and
 * needs a fresh proof.
 */
export const zChangePassword = z.strictObject({ current: zStorable(200).optional(), next: zNewPassword })
/**
 * `POST /api/account/totp/begin {}`: the QR code is an SVG's text. Nothing counts before a code was given to
 * `enable`.
 */
export const zTotpBegun = z.strictObject({ secret: z.string(), uri: z.string(), qr: z.string() })
/** `POST /api/account/totp/enable`. */
export const zEnableTotp = z.strictObject({ code: zSecondFactorCode })
/** Shown once; each counts once. */
export const zTotpEnabled = z.strictObject({ recoveryCodes: z.array(z.string()) })
/** `POST /api/account/idp/unlink`, after a fresh proof. */
export const zUnlinkProvider = z.strictObject({ provider: zProviderId })
