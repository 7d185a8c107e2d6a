import type { ServerProblem } from './problem.ts'

export type DatabasePlace = Readonly<{ host: string; port: number; user: string; database: string }>

type Describe = (place: DatabasePlace) => string
const isAt = ({ host, port }: DatabasePlace) => `The Postgres at ${host}:${port}`
const denied: Describe = (place) =>
  `${isAt(place)} does not accept user ${place.user} of DATABASE_URL. Check the user and the password.`

/** By the codes of Postgres (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const BY_CODE: Readonly<Record<string, Describe>> = {
  '28P01': denied,
  '28000': denied,
  '3D000': (place) =>
    `${isAt(place)} has no database ${place.database}. Create it, or correct its name in DATABASE_URL.`,
  '42501': (place) =>
    `User ${place.user} of DATABASE_URL may not connect to database ${place.database}. ` +
    `Grant it the right, or name another user.`,
}

const BY_MESSAGE: readonly (readonly [message: RegExp, describe: Describe])[] = [
  [
    /no pg_hba\.conf entry.*(no encryption|SSL off)/i,
    (place) =>
      `${isAt(place)} does not accept user ${place.user} without TLS. Add sslmode=verify-full to DATABASE_URL.`,
  ],
  [
    /does not support SSL/i,
    (place) => `${isAt(place)} does not use TLS. Remove sslmode=… from DATABASE_URL, or turn TLS on there.`,
  ],
  [
    /altnames|does not match certificate/i,
    (place) =>
      `The certificate of the Postgres at ${place.host}:${place.port} is not for that name. ` +
      'Write a name of the certificate in DATABASE_URL.',
  ],
  [
    /certificate has expired/i,
    (place) =>
      `The certificate of the Postgres at ${place.host}:${place.port}, to which DATABASE_URL leads, ` +
      'has expired. Renew it.',
  ],
  [
    /certificate|self.signed/i,
    (place) =>
      `The certificate of the Postgres at ${place.host}:${place.port} is not trusted. ` +
      'Name its CA in DATABASE_URL with sslrootcert=….',
  ],
  [
    /establishing an SSL connection|wrong version number/i,
    ({ host, port }) =>
      `What answers at ${host}:${port} is not a Postgres. Check the host and the port in DATABASE_URL.`,
  ],
]

const STARTING = '57P03'

/** Undefined when the failure does not say what is wrong: Postgres is away, or something else answers. */
export const describeDatabaseFailure = (error: unknown, place: DatabasePlace): ServerProblem | undefined => {
  const text = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === STARTING)
    return { sentence: `${isAt(place)} of DATABASE_URL is still starting. Try again.`, mayPass: true }
  const [, byMessage] = BY_MESSAGE.find(([message]) => message.test(text)) ?? []
  const describe = byMessage ?? BY_CODE[code]
  return describe && { sentence: describe(place), mayPass: false }
}
