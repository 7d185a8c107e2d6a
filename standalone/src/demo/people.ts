import { openPool } from '@hearth/platform/postgres/pool'
import { createBox } from '@hearth/platform/sealing/box'
import { giveTotp } from '@hearth/platform/session/authenticator'
import { createUser } from '@hearth/platform/session/users'
import { createLogger } from '@hearth/platform/telemetry/logger'
import type { SendCommand } from '../commands/commandSender.ts'
import { DEMO_LOGINS, DEMO_PASSWORD } from './logins.ts'
import { demoKey } from './world.ts'

/** Lets the people of the demonstration sign in, staff with an authenticator. `accounts`: ids by name. */
export const createPeople = async (
  send: SendCommand,
  databaseUrl: string,
  sealingKey: string,
  accounts: Readonly<Record<string, string>>,
): Promise<void> => {
  const box = createBox(sealingKey)
  const pool = openPool({
    connectionString: databaseUrl,
    max: 4,
    name: 'demo',
    log: createLogger({ name: 'demo', level: 'warn' }),
    limits: 'request',
  })
  try {
    await Promise.all(
      DEMO_LOGINS.map(async (login) => {
        const staff = login.account === undefined ? { staffRole: login.role } : {}
        const userId = await createUser(pool, {
          email: login.email,
          displayName: login.name,
          password: DEMO_PASSWORD,
          ...staff,
        })
        if (login.account === undefined) {
          await giveTotp(pool, box, userId, login.totpSecret)
          return
        }
        const hostAccountId = accounts[login.account]
        if (hostAccountId === undefined) throw new Error(`No demo account ${login.account}`)
        const body = { userId, name: login.name, email: login.email, role: login.role, listingIds: null }
        const result = await send({
          path: `/api/accounts/${hostAccountId}/import-member`,
          body,
          key: demoKey('member', login.email),
        })
        if (!result.ok)
          throw new Error(`${login.email} did not become a member: ${result.code} ${result.detail}`)
      }),
    )
  } finally {
    await pool.end()
  }
}
