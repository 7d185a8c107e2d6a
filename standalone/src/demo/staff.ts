import type { StaffRole } from '@hearth/contracts/kernel/access'
import type pg from 'pg'
import type { SendCommand } from '../commands/commandSender.ts'
import { DEMO_LOGINS } from './logins.ts'
import { withSessions, type SessionOptions } from './sessions.ts'

/** Runs `work` with sessions of the demo's staff of this role, which end with it. */
export const asStaff = (
  { role, ...options }: SessionOptions & Readonly<{ role: StaffRole }>,
  work: (senders: readonly SendCommand[], pool: pg.Pool) => Promise<void>,
): Promise<void> => {
  const emails = DEMO_LOGINS.flatMap((login) => (login.role === role ? [login.email] : []))
  return withSessions(options, { emails, hostAccountId: null }, work)
}
