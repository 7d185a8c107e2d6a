import { settings } from '@hearth/platform/config/fields'
import { zSecret } from '@hearth/platform/config/secret'
import { z } from 'zod'

const { NODE_ENV, LOG_LEVEL, HOST, PORT, PUBLIC_URL } = settings

/**
 * Settings of the outside world of a demonstration. It invents people and shows everybody's mail, so
 * production never starts it.
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
  /** Where the sandbox bank keeps its books. */
  BANK_BOOKS: z.string().min(1).max(1000),
  BANK_TOKEN: zSecret(),
  BANK_WEBHOOK_SECRET: zSecret(),
  /** A private key, P-256, in PEM; it outlives restarts so that running sign-ins do too. */
  IDENTITY_SIGNING_KEY: zSecret(),
})
