import { settings } from '@hearth/platform/config/fields'
import { z } from 'zod'

const {
  NODE_ENV,
  LOG_LEVEL,
  HOST,
  PORT,
  DATABASE_URL,
  PUBLIC_URL,
  SEALING_KEY,
  QUOTE_SECRET,
  SERVICE_TOKENS,
  SENTRY_DSN,
  RATE_LIMIT_FACTOR,
  IDENTITY_PROVIDERS,
  REDIS_URL,
  GEOCODER_URL,
  STORAGE_URL,
  STORAGE_REGION,
  STORAGE_ACCESS_KEY,
  STORAGE_SECRET_KEY,
} = settings

export const zQueryServiceSettings = z.strictObject({
  NODE_ENV,
  LOG_LEVEL,
  HOST,
  PORT,
  DATABASE_URL,
  PUBLIC_URL,
  SEALING_KEY,
  QUOTE_SECRET,
  SERVICE_TOKENS,
  SENTRY_DSN,
  RATE_LIMIT_FACTOR,
  IDENTITY_PROVIDERS,
  REDIS_URL,
  GEOCODER_URL,
  STORAGE_URL,
  STORAGE_REGION,
  STORAGE_ACCESS_KEY,
  STORAGE_SECRET_KEY,
})
export type QueryServiceSettings = z.output<typeof zQueryServiceSettings>
