import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '@hearth/platform/config/fields'
import { z } from 'zod'
import { parseProxies } from './clientAddress.ts'

const {
  NODE_ENV,
  LOG_LEVEL,
  HOST,
  PORT,
  PUBLIC_URL,
  RATE_LIMIT_FACTOR,
  SENTRY_DSN,
  CONSOLE_SENTRY_DSN,
  MAP_STYLE_URL,
} = settings
const serviceUrl = z.url({ protocol: /^https?$/, error: 'must be an http address' })

/** Settings of the front door. */
export const zFrontDoorConfig = z.object({
  NODE_ENV,
  LOG_LEVEL,
  HOST,
  PORT: PORT.default(3000),
  /** The port of `/metrics`; without it they are not served. The front door's own port is public. */
  METRICS_PORT: PORT.optional(),
  PUBLIC_URL: PUBLIC_URL.optional(),
  SENTRY_DSN,
  CONSOLE_SENTRY_DSN,
  MAP_STYLE_URL,
  RATE_LIMIT_FACTOR,
  COMMAND_SERVICE_URL: serviceUrl,
  QUERY_SERVICE_URL: serviceUrl,
  /** Proxies between browsers and the front door, each of which appends to X-Forwarded-For. */
  PROXY_HOPS: z.string().regex(/^\d$/, 'must be 0 to 9').transform(Number).default(0),
  /** The only peers whose X-Forwarded-For is believed; without it all are. */
  TRUSTED_PROXIES: z
    .string()
    .max(2_000)
    .transform((text, context) => {
      const list = parseProxies(text)
      if (list) return list
      context.addIssue({ code: 'custom', message: 'must be addresses such as 10.0.0.5 or 10.0.0.0/8' })
      return z.NEVER
    })
    .optional(),
  /** Address of the demonstration's outside services, under `/dev`. */
  OUTSIDE_URL: serviceUrl.optional(),
  CONSOLE_DIR: z
    .string()
    .refine(
      (directory) => existsSync(join(directory, 'index.html')),
      "must be the directory of the console's build (npm run build)",
    ),
})
