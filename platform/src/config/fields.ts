import { SERVICE_ROLES, zServiceRole, type ServiceRole } from '@hearth/contracts/kernel/access'
import { zTaxOperator } from '@hearth/contracts/kernel/taxOperator'
import { z } from 'zod'
import { parseEventStoreCommand, type EventStoreCommand } from '../event-store-server/command.ts'
import { parseEventStoreAddress } from './eventStoreAddress.ts'
import { secret, zSecret, type Secret } from './secret.ts'

const parsesAsUrl = (text: string, protocols: readonly string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)
const zUrl = (...protocols: readonly string[]) =>
  z
    .string()
    .max(2000)
    .refine(
      (text) => parsesAsUrl(text, protocols),
      `must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )

const zEventStoreUrl = z
  .string()
  .max(2000)
  .superRefine((text, context) => {
    const address = parseEventStoreAddress(text)
    if ('problem' in address) context.addIssue({ code: 'custom', message: address.problem })
  })

const zEventStoreCommand = z
  .string()
  .max(4000)
  .transform((text, context): EventStoreCommand => {
    const command = parseEventStoreCommand(text)
    if (!('problem' in command)) return command
    context.addIssue({ code: 'custom', message: command.problem })
    return z.NEVER
  })

/** `gateway=…,importer=…`: one token per service principal, at least 16 characters each. */
export const zServiceTokens = z
  .string()
  .max(4000)
  .transform((text, context): ReadonlyMap<ServiceRole, Secret> => {
    const pairs = text
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map((pair): [string, string] => {
        const at = pair.indexOf('=')
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
      })
    const tokens = new Map<ServiceRole, Secret>()
    for (const [name, token] of pairs) {
      const role = zServiceRole.safeParse(name)
      if (!role.success || token.length < 16) {
        context.addIssue({
          code: 'custom',
          message:
            'must be <name>=<token of 16 characters or more>, separated by commas; ' +
            `names: ${SERVICE_ROLES.join(', ')}`,
        })
        return z.NEVER
      }
      tokens.set(role.data, secret(token))
    }
    if (new Set(pairs.map(([, token]) => token)).size !== pairs.length)
      context.addIssue({ code: 'custom', message: 'must give each service its own token' })
    return tokens
  })

/** 32 bytes in base64. */
export const zKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
  .transform(secret)

const zClientAuthentication = z.enum(['client_secret_basic', 'client_secret_post'])

/**
 * Where people may sign in with an account they have elsewhere (OpenID Connect). `id` stands in the address
 * `/login/idp/{id}`. Without `clientAuthentication` the provider's metadata decides how the secret is sent.
 */
export type IdentityProvider = Readonly<{
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: Secret
  clientAuthentication?: z.infer<typeof zClientAuthentication> | undefined
}>

const zIdentityProvider = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,30}$/),
  name: z.string().min(1).max(60),
  issuer: zUrl('http:', 'https:'),
  clientId: z.string().min(1).max(200),
  clientSecret: zSecret(),
  clientAuthentication: zClientAuthentication.optional(),
})

/** A JSON list of `{id, name, issuer, clientId, clientSecret, clientAuthentication?}`. */
export const zIdentityProviders = z
  .string()
  .max(20_000)
  .transform((text, context): readonly IdentityProvider[] => {
    try {
      const list = z.array(zIdentityProvider).max(20).parse(JSON.parse(text))
      if (new Set(list.map(({ id }) => id)).size === list.length) return list
    } catch {
      // The parser's own words would repeat the secret.
    }
    context.addIssue({
      code: 'custom',
      message:
        'must be a JSON list of {"id","name","issuer","clientId","clientSecret"}; ' +
        'ids of a-z, 0-9 and -, each once; secrets of 16 characters or more',
    })
    return z.NEVER
  })

const zMailDomain = (message: string) =>
  z
    .string()
    .max(200)
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, message)

/** `Name <address>` or an address alone. */
const zMailFrom = z
  .string()
  .max(200)
  .regex(
    /^(?:[^<>"\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
    'must be an email address, or Name <address>',
  )

const zDsn = z
  .string()
  .max(500)
  .regex(
    /^https?:\/\/[0-9a-zA-Z]+@[^\s/@?#,"'<>&]+(?:\/[^\s?#,"'<>&]*)?\/\d+$/,
    'must be an address such as https://key@host/1',
  )
/** Several, separated by commas. */
const zDsns = z
  .string()
  .max(5_000)
  .transform((text, context): readonly string[] => {
    const list = text.split(',').map((part) => part.trim())
    if (list.every((dsn) => zDsn.safeParse(dsn).success)) return list
    context.addIssue({
      code: 'custom',
      message: 'must be addresses such as https://key@host/1, separated by commas',
    })
    return z.NEVER
  })

/** JSON of this shape. */
const zJson = <T extends z.ZodType>(shape: T, message: string) =>
  z
    .string()
    .max(1000)
    .transform((text, context): z.output<T> => {
      try {
        return shape.parse(JSON.parse(text))
      } catch {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
    })

/** The account that payment files are paid from. */
const zDebtor = zJson(
  z.strictObject({
    name: z.string().min(1).max(70),
    iban: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/),
    bic: z.string().regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/),
  }),
  'must be {"name","iban","bic"} as JSON',
)

/** Settings by name; a process picks the ones it needs into its schema. */
export const settings = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  HOST: z.string().min(1).max(255).default('127.0.0.1'),
  /** 0 picks a free one. */
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number'),
  DATABASE_URL: zUrl('postgres:', 'postgresql:'),
  /** Hosts of private networks, to which production may connect without TLS. */
  UNENCRYPTED_HOSTS: z
    .string()
    .max(1000)
    .regex(/^[a-z0-9.-]+(?:,[a-z0-9.-]+)*$/i, 'must be names of hosts, separated by commas')
    .optional(),
  EVENTSTORE_URL: zEventStoreUrl,
  EVENT_STORE_COMMAND: zEventStoreCommand,
  PUBLIC_URL: zUrl('http:', 'https:').transform((text) => new URL(text)),
  SEALING_KEY: zKey,
  COMMAND_HASH_KEY: zSecret(),
  QUOTE_SECRET: zSecret(),
  SERVICE_TOKENS: zServiceTokens,
  SENTRY_DSN: zDsn.optional(),
  /** For the browsers' errors: the first is written into the page, all are let through `/monitoring`. */
  CONSOLE_SENTRY_DSN: zDsns.default([]),
  /** Multiplies every rate limit; tests and measurements raise it. */
  RATE_LIMIT_FACTOR: z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number, 1 to 999999')
    .transform(Number)
    .refine((factor) => factor >= 1, 'must be a whole number, 1 to 999999')
    .default(1),
  /** The SMS gateway accepts text messages as email to `<digits>@<this domain>`. */
  SMS_MAIL_DOMAIN: zMailDomain('must be a domain such as sms.example.com').optional(),
  /** Where mail is handed over; without it mail waits in its queue. */
  SMTP_URL: zUrl('smtp:', 'smtps:').transform(secret).optional(),
  MAIL_FROM: zMailFrom.default('Hearth <hearth@localhost>'),
  IDENTITY_PROVIDERS: zIdentityProviders.default([]),
  /** Where jobs are queued; in Postgres without it. */
  REDIS_URL: zUrl('redis:', 'rediss:').optional(),
  /** Where payment files are put for the bank, and statements are found. */
  SEPA_DIRECTORY: z.string().min(1).max(1000).optional(),
  SEPA_DEBTOR: zDebtor.optional(),
  /** Without it no files for tax authorities are made. */
  TAX_OPERATOR: zJson(zTaxOperator, `must be {${Object.keys(zTaxOperator.shape).join()}} as JSON`).optional(),
  /**
   * Where files are kept: `file:///a/folder`, or `https://endpoint/bucket` of what speaks S3. Without it none
   * are taken.
   */
  STORAGE_URL: zUrl('file:', 'https:', 'http:')
    .transform((text) => new URL(text))
    .optional(),
  /** Who finds addresses: what speaks Nominatim's protocol. Without it hosts put the pin themselves. */
  GEOCODER_URL: zUrl('https:', 'http:')
    .transform((text) => new URL(text))
    .optional(),
  /** The style of the street map; its tiles, fonts and sprites have the same origin. Without it there is none. */
  MAP_STYLE_URL: zUrl('https:', 'http:')
    .transform((text) => new URL(text))
    .optional(),
  STORAGE_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as eu-central-1')
    .default('us-east-1'),
  STORAGE_ACCESS_KEY: z.string().min(1).max(200).optional(),
  STORAGE_SECRET_KEY: zSecret().optional(),
  /** The bank that pays hosts; without it payouts wait. */
  BANK_URL: zUrl('http:', 'https:').optional(),
  BANK_TOKEN: zSecret().optional(),
  /** Signs what the bank tells by itself. */
  BANK_WEBHOOK_SECRET: zSecret().optional(),
  /** The gateway's address for messages to guests; without it they wait. */
  CHANNEL_URL: zUrl('http:', 'https:').optional(),
  /** Signs messages to the gateway and its receipts. */
  CHANNEL_SECRET: zSecret().optional(),
  /** The domain of the addresses that guests answer emails to; without it emails to guests wait. */
  GUEST_MAIL_DOMAIN: zMailDomain('must be a domain such as guests.example.com').optional(),
  /** Signs emails of guests that the email provider delivers; without it all are refused. */
  GUEST_MAIL_SECRET: zSecret().optional(),
  /** An origin on this machine from which calendars may be fetched, for tests. */
  FEED_TEST_ORIGIN: zUrl('http:')
    .transform((text) => new URL(text).origin)
    .optional(),
} as const
