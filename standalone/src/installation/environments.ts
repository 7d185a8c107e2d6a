import { EXAMPLE_OPERATOR } from '@hearth/contracts/kernel/taxOperator'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DEMO_CLIENT_ID, PROVIDER_PATH } from '../outside/identityProvider.ts'
import type { Ports } from './ports.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

/** Guests of the demonstration answer emails there. */
export const GUEST_MAIL_DOMAIN = 'guests.hearth.example'

export type Environment = Readonly<Record<string, string>>

/** Set by `npm start` for each process, or known to some processes only. */
const NOT_INHERITED = new Set([
  'SEALING_KEY',
  'COMMAND_HASH_KEY',
  'QUOTE_SECRET',
  'SERVICE_TOKENS',
  'DATABASE_URL',
  'EVENTSTORE_URL',
  'EVENT_STORE_COMMAND',
  'PORT',
  'METRICS_PORT',
  'HOST',
  'PUBLIC_URL',
  'OUTSIDE_URL',
])

/** The part of our own environment that a child process inherits. */
export const inheritedEnvironment = (environment: NodeJS.ProcessEnv): Environment =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || NOT_INHERITED.has(name) ? [] : [[name, value]],
    ),
  )

/** Files are kept in the data directory, unless the environment names another storage. */
export const storageEnvironment = ({ HEARTH_DATA }: Settings): Environment =>
  process.env['STORAGE_URL'] === undefined
    ? { STORAGE_URL: pathToFileURL(join(HEARTH_DATA, 'files')).href }
    : {}

/** Points the services at the mail catcher, bank, channel, geocoder and identity provider of the demonstration. */
export const demoEnvironment = (
  { IDENTITY_CLIENT_SECRET }: Secrets,
  { mail, outside }: Ports,
  publicUrl: string,
): Environment => ({
  SMTP_URL: `smtp://127.0.0.1:${mail}`,
  BANK_URL: `http://127.0.0.1:${outside}/bank`,
  CHANNEL_URL: `http://127.0.0.1:${outside}/channel`,
  GEOCODER_URL: `http://127.0.0.1:${outside}/geocoder`,
  SMS_MAIL_DOMAIN: 'sms.hearth.example',
  GUEST_MAIL_DOMAIN,
  MAIL_FROM: 'Hearth <hearth@hearth.example>',
  TAX_OPERATOR: JSON.stringify(EXAMPLE_OPERATOR),
  IDENTITY_PROVIDERS: JSON.stringify([
    {
      id: 'demo',
      name: 'Demo identity',
      issuer: `${publicUrl}${PROVIDER_PATH}`,
      clientId: DEMO_CLIENT_ID,
      clientSecret: IDENTITY_CLIENT_SECRET,
    },
  ]),
})
