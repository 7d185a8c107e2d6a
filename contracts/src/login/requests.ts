import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zDisplayName } from '../kernel/displayName.ts'
import { zEmail } from '../kernel/email.ts'
import { zStorable } from '../kernel/text.ts'
import { zNewPassword } from '../user/password.ts'
import { zProviderId, zSecondFactorCode } from '../user/requests.ts'
import { zLoginPurpose } from './messages.ts'
import { zRedirect } from './redirect.ts'

/**
 * What a session still lacks: `enrol` an authenticator (staff), `prove` by its code. It opens nothing else
 * until then.
 */
export const zSecondFactor = z.enum(['enrol', 'prove'])

/**
 * `POST /api/login`. Without `code` 401 TOTP_REQUIRED where one is needed, and only after the right password.
 */
export const zLogin = z.strictObject({
  email: zStorable(254),
  password: zStorable(200),
  code: zSecondFactorCode.optional(),
})

/** Every answer that opens a session: login, ticket, callback. */
export const zSignedIn = z.strictObject({
  user: z.strictObject({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    staffRole: z.string().nullable(),
  }),
  accounts: z.array(z.strictObject({ hostAccountId: z.string(), role: z.string() })),
  hostAccountId: z.string().nullable(),
  /** A path of the console, as asked for when the sign-in began. */
  redirect: z.string().nullable(),
  secondFactor: zSecondFactor.nullable(),
  /** The provider that was linked on the way, after ACCOUNT_LINK_REQUIRED. */
  linked: z.string().nullable(),
})
export type SignedIn = z.infer<typeof zSignedIn>

/**
 * `POST /api/login/link` and `/api/login/forgot`: 202 for any address; a cookie remembers the browser that
 * asked.
 */
export const zAskForLink = z.strictObject({ email: zEmail, redirect: zRedirect.optional() })
export const zForgot = z.strictObject({ email: zEmail })

/** What follows # in a link. */
export const zTicketToken = z
  .string()
  .length(43)
  .regex(/^[A-Za-z0-9_-]+$/, 'must be the token of a link')
/** `POST /api/login/ticket/look`: consumes nothing. TICKET_INVALID, TICKET_EXPIRED, TICKET_USED. */
export const zReadTicket = z.strictObject({ token: zTicketToken })
export const zTicketDetails = z.strictObject({
  purpose: zLoginPurpose,
  /** For whom, masked: `a…@vale.example`. */
  email: z.string(),
  /** What the invitation is to: an account's name. */
  about: z.string().nullable(),
  /**
   * What `POST /api/login/ticket` must bring. `email`: this is not the browser that asked for the link.
   * `password`: one that is chosen now. `currentPassword`: the invited person is known and not signed in
   * here; a link that is valid for a week and may have been forwarded proves nothing.
   */
  needs: z.array(z.enum(['password', 'currentPassword', 'displayName', 'email', 'code'])),
  redirect: z.string().nullable(),
  expiresAt: zInstant,
})
export type TicketDetails = z.infer<typeof zTicketDetails>
/**
 * `POST /api/login/ticket`: redeems it, once. Answers `zSignedIn`; 401 TOTP_REQUIRED where the person's code
 * is needed.
 */
export const zRedeemTicket = z.strictObject({
  token: zTicketToken,
  password: zNewPassword.optional(),
  currentPassword: zStorable(200).optional(),
  code: zSecondFactorCode.optional(),
  displayName: zDisplayName.optional(),
  email: zEmail.optional(),
})

/** `POST /api/session/handoff {}`: `url` is `/mobile/login#token=…` with the origin, `qr` an SVG's text. */
export const zHandoff = z.strictObject({ url: z.string(), qr: z.string(), expiresAt: zInstant })

/** `POST /api/session/prove`: one of both. Answers `zProved`; the session gets a new id. */
export const zProve = z
  .strictObject({ password: zStorable(200).optional(), code: zSecondFactorCode.optional() })
  .refine(
    ({ password, code }) => (password === undefined) !== (code === undefined),
    'enter the password or a code',
  )
export const zProved = z.strictObject({ provedAt: zInstant })

/** `GET /api/login/providers`, for everyone. */
export const zProviders = z.strictObject({
  providers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
})
/** In the path of `POST /api/login/idp/{provider}`. */
export const zProviderPath = z.object({ provider: zProviderId })
/**
 * `prove`: only to prove again who is signed in. `link`: to link the provider to who is signed in, after a
 * fresh proof.
 */
export const zBeginProvider = z.strictObject({
  redirect: zRedirect.optional(),
  prove: z.literal(true).optional(),
  link: z.literal(true).optional(),
})
export const zProviderBegun = z.strictObject({ url: z.string() })
/**
 * `POST /api/login/auth`: what follows `?` in the callback's address. Answers `zSignedIn`, or STATE_MISMATCH,
 * IDP_DENIED, EMAIL_UNVERIFIED, ACCOUNT_LINK_REQUIRED {provider, email}.
 */
export const zCallback = z.strictObject({ query: z.string().min(1).max(6_000) })
