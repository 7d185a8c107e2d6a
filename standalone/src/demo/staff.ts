import type { StaffRole } from '@hearth/contracts/kernel/access'
import { openPool } from '@hearth/platform/postgres/pool'
import { chooseCookieName } from '@hearth/platform/session/cookie'
import { closeSessions, openSession } from '@hearth/platform/session/sessions'
import { createLogger } from '@hearth/platform/telemetry/logger'
import type pg from 'pg'
import { createCommandSender, type SendCommand } from '../commands/commandSender.ts'
import { DEMO_LOGINS } from './logins.ts'

type Options = Readonly<{ databaseUrl: string; baseUrl: string; role: StaffRole }>

/** Runs `work` with sessions of the demo's staff of this role, which end with it. */
export const asStaff = async (
  { databaseUrl, baseUrl, role }: Options,
  work: (senders: readonly SendCommand[], pool: pg.Pool) => Promise<void>,
): Promise<void> => {
  const pool = openPool({
    connectionString: databaseUrl,
    max: 2,
    name: 'demo',
    log: createLogger({ name: 'demo', level: 'warn' }),
    limits: 'request',
  })
  try {
    const emails = DEMO_LOGINS.flatMap((login) => (login.role === role ? [login.email] : []))
    const { rows } = await pool.query<{ id: string }>(
      'select id from app.app_user where email = any($1) order by email',
      [emails],
    )
    const sessions = await Promise.all(
      rows.map(({ id: userId }) =>
        openSession(pool, chooseCookieName(new URL(baseUrl)), {
          userId,
          staff: true,
          hostAccountId: null,
          method: 'password_totp',
          proved: true,
          secondFactor: true,
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
