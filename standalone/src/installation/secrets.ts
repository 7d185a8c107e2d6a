import { SERVICE_ROLES, type ServiceRole } from '@hearth/contracts/kernel/access'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJson } from '../supervisor/records.ts'

const token = () => randomBytes(32).toString('base64url')

const schema = z.object({
  SEALING_KEY: z.string().default(() => randomBytes(32).toString('base64')),
  COMMAND_HASH_KEY: z.string().default(token),
  QUOTE_SECRET: z.string().default(token),
  /** Password of the services' role in the database. */
  SERVICES_PASSWORD: z.string().default(token),
  /** Password of the embedded event store's user. */
  EVENT_STORE_PASSWORD: z.string().default(token),
  BANK_TOKEN: z.string().default(token),
  BANK_WEBHOOK_SECRET: z.string().default(token),
  CHANNEL_SECRET: z.string().default(token),
  GUEST_MAIL_SECRET: z.string().default(token),
  IDENTITY_CLIENT_SECRET: z.string().default(token),
  IDENTITY_SIGNING_KEY: z
    .string()
    .default(() =>
      generateKeyPairSync('ec', { namedCurve: 'P-256' })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    ),
  SERVICE_TOKENS: z.string().default(() => SERVICE_ROLES.map((role) => `${role}=${token()}`).join(',')),
})

export type Secrets = z.output<typeof schema>

/**
 * The installation's secrets: created at its first start, kept for its lifetime, readable by its owner only.
 */
export const loadSecrets = (directory: string): Secrets => {
  const file = join(directory, 'secrets.json')
  const secrets = schema.parse(readJson(file) ?? {})
  writeJson(file, secrets)
  return secrets
}

/** One service principal's token out of a list as in `SERVICE_TOKENS`; undefined where it has none. */
export const findToken = (list: string | undefined, role: ServiceRole): string | undefined =>
  list
    ?.split(',')
    .find((pair) => pair.startsWith(`${role}=`))
    ?.slice(role.length + 1)

/** As `tokenIn`; throws where it has none. */
export const getToken = ({ SERVICE_TOKENS }: Secrets, role: ServiceRole): string => {
  const token = findToken(SERVICE_TOKENS, role)
  if (token === undefined) throw new Error(`SERVICE_TOKENS has none for ${role}`)
  return token
}
