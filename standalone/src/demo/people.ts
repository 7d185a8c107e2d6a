import { makePool } from '@hearth/platform/postgres/pool'
import { addMembership, createUser } from '@hearth/platform/session/users'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { DEMO_LOGINS, DEMO_PASSWORD } from './logins.ts'

/** Lets the people of the demonstration sign in. `accounts`: ids by name. */
export const createPeople = async (databaseUrl: string, accounts: Readonly<Record<string, string>>): Promise<void> => {
  const pool = makePool({ connectionString: databaseUrl, max: 4, name: 'demo', log: createLogger({ name: 'demo', level: 'warn' }), limits: 'request' })
  try {
    await Promise.all(
      DEMO_LOGINS.map(async (login) => {
        const staff = login.account === undefined ? { staffRole: login.role } : {}
        const userId = await createUser(pool, { email: login.email, displayName: login.name, password: DEMO_PASSWORD, ...staff })
        if (login.account === undefined) return
        const hostAccountId = accounts[login.account]
        if (hostAccountId === undefined) throw new Error(`No demo account ${login.account}`)
        await addMembership(pool, { userId, hostAccountId, role: login.role })
      }),
    )
  } finally {
    await pool.end()
  }
}
