import { settings } from '@hearth/platform/config/fields'
import { zSecret } from '@hearth/platform/config/secret'
import { z } from 'zod'

const { NODE_ENV, LOG_LEVEL, HOST, PORT, PUBLIC_URL } = settings

/**
 * Settings of the demonstration's outside services. They invent people and show every email, so production
 * never starts them.
 */
export const zOutsideConfig = z.object({
  NODE_ENV: NODE_ENV.refine(
    (mode) => mode !== 'production',
    "must not be production, because this program shows everyone's email",
  ),
  LOG_LEVEL,
  HOST,
  PORT,
  PUBLIC_URL,
  SMTP_PORT: PORT,
  IDENTITY_CLIENT_SECRET: zSecret(),
  /** The file of the books of the sandbox bank. */
  BANK_BOOKS: z.string().min(1).max(1000),
  BANK_TOKEN: zSecret(),
  BANK_WEBHOOK_SECRET: zSecret(),
  /** The file of what the sandbox channel remembers. */
  CHANNEL_BOOKS: z.string().min(1).max(1000),
  CHANNEL_SECRET: zSecret(),
  GUEST_MAIL_DOMAIN: settings.GUEST_MAIL_DOMAIN,
  GUEST_MAIL_SECRET: settings.GUEST_MAIL_SECRET,
  /** A private key, P-256, in PEM; it is kept over restarts so that sign-ins under way stay valid. */
  IDENTITY_SIGNING_KEY: zSecret(),
})
