import { settings } from '@hearth/platform/config/fields'
import { z } from 'zod'

const {
  NODE_ENV,
  LOG_LEVEL,
  HOST,
  PORT,
  DATABASE_URL,
  UNENCRYPTED_HOSTS,
  EVENTSTORE_URL,
  PUBLIC_URL,
  SEALING_KEY,
  COMMAND_HASH_KEY,
  QUOTE_SECRET,
  SERVICE_TOKENS,
  SENTRY_DSN,
  CONSOLE_SENTRY_DSN,
  RATE_LIMIT_FACTOR,
  SMTP_URL,
  MAIL_FROM,
  SMS_MAIL_DOMAIN,
  IDENTITY_PROVIDERS,
  REDIS_URL,
  BANK_URL,
  BANK_TOKEN,
  BANK_WEBHOOK_SECRET,
  SEPA_DIRECTORY,
  SEPA_DEBTOR,
  FEED_TEST_ORIGIN,
  STORAGE_URL,
  STORAGE_REGION,
  STORAGE_ACCESS_KEY,
  STORAGE_SECRET_KEY,
} = settings

/** Settings of the command service. */
export const zCommandServiceConfig = z.object({
  NODE_ENV,
  LOG_LEVEL,
  HOST,
  PORT,
  DATABASE_URL,
  UNENCRYPTED_HOSTS,
  EVENTSTORE_URL,
  PUBLIC_URL,
  SEALING_KEY,
  COMMAND_HASH_KEY,
  QUOTE_SECRET,
  SERVICE_TOKENS,
  SENTRY_DSN,
  CONSOLE_SENTRY_DSN,
  RATE_LIMIT_FACTOR,
  SMTP_URL,
  MAIL_FROM,
  SMS_MAIL_DOMAIN,
  IDENTITY_PROVIDERS,
  REDIS_URL,
  BANK_URL,
  BANK_TOKEN,
  BANK_WEBHOOK_SECRET,
  SEPA_DIRECTORY,
  SEPA_DEBTOR,
  FEED_TEST_ORIGIN,
  STORAGE_URL,
  STORAGE_REGION,
  STORAGE_ACCESS_KEY,
  STORAGE_SECRET_KEY,
  /** Pause between two rounds of the sweeper, which is the safety net for the process managers. */
  SWEEP_INTERVAL_MS: z
    .string()
    .regex(/^\d{2,6}$/, 'must be milliseconds, 10 to 999999')
    .transform(Number)
    .default(15_000),
})
export type CommandServiceConfig = z.output<typeof zCommandServiceConfig>
