import { randomBytes } from 'node:crypto'

/** The values that an operator puts into `.env`. */
const example: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'https://hearth.example',
  POSTGRES_PASSWORD: 'a-long-password',
  EVENTSTORE_PASSWORD: 'a-long-password',
  EVENTSTORE_URL: 'esdb://hearth:a-long-password@eventstore:2113?tls=true&tlsCAFile=/certificates/ca/ca.crt',
  SEALING_KEY: randomBytes(32).toString('base64'),
  COMMAND_HASH_KEY: randomBytes(32).toString('base64'),
  QUOTE_SECRET: randomBytes(32).toString('base64'),
  SERVICE_TOKENS: ['gateway', 'importer', 'scheduler', 'provider']
    .map((name) => `${name}=${randomBytes(32).toString('base64url')}`)
    .join(','),
  SMTP_URL: 'smtps://hearth:a-long-password@mail.example',
  MAIL_FROM: 'Hearth <mail@hearth.example>',
}

/** `text` of a compose file with the example's values in place of its variables. */
export const substitute = (text: string) =>
  text.replaceAll(
    /\$\{([A-Z_]+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_, name: string, otherwise: string | undefined) => example[name] ?? otherwise ?? '',
  )
