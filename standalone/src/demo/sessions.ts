import type { Id } from '@hearth/contracts/kernel/ids'
import { openPool } from '@hearth/platform/postgres/pool'
import { chooseCookieName } from '@hearth/platform/session/cookie'
import { closeSessions, openSession } from '@hearth/platform/session/sessions'
import { createLogger } from '@hearth/platform/telemetry/logger'
import type pg from 'pg'
import { createCommandSender, type SendCommand } from '../commands/commandSender.ts'

/** `hostAccountId`: the account of a host; null for staff. */
type Session = Readonly<{ emails: readonly string[]; hostAccountId: Id | null }>
export type SessionOptions = Readonly<{ databaseUrl: string; baseUrl: string }>

/** Runs `work` with sessions of people of the demonstration, which end with it. */
export const withSessions = async (
  { databaseUrl, baseUrl }: SessionOptions,
  { emails, hostAccountId }: Session,
  work: (senders: readonly SendCommand[], pool: pg.Pool) => Promise<void>,
): Promise<void> => {
  const staff = hostAccountId === null
  const pool = openPool({
    connectionString: databaseUrl,
    max: 2,
    name: 'demo',
    log: createLogger({ name: 'demo', level: 'warn' }),
    limits: 'request',
  })
  try {
    const { rows } = await pool.query<{ id: string }>(
      'select id from app.app_user where email = any($1) order by email',
      [emails],
    )
    const sessions = await Promise.all(
      rows.map(({ id: userId }) =>
        openSession(pool, chooseCookieName(new URL(baseUrl)), {
          userId,
          staff,
          hostAccountId,
          method: staff ? 'password_totp' : 'password',
          proved: true,
          secondFactor: staff,
          userAgent: null,
          address: null,
        }),
      ),
    )
    try {
      const { origin } = new URL(baseUrl)
      await work(
        sessions.map((cookie) =>
          createCommandSender(baseUrl, { cookie: cookie.split(';')[0] ?? '', origin }),
        ),
        pool,
      )
    } finally {
      for (const { id } of rows) await closeSessions(pool, id)
    }
  } finally {
    await pool.end()
  }
}
