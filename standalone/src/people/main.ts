import { parseArgs } from 'node:util'
import { zStaffRole } from '@hearth/contracts/kernel/access'
import { zEmail } from '@hearth/contracts/kernel/email'
import { zDisplayName } from '@hearth/contracts/kernel/displayName'
import { openPool } from '@hearth/platform/postgres/pool'
import { createLogger } from '@hearth/platform/telemetry/logger'
import type pg from 'pg'
import { z } from 'zod'
import { createCommandSender } from '../commands/commandSender.ts'
import { readDatabaseUrl } from '../installation/readDatabaseUrl.ts'
import { readServiceToken } from '../installation/readServiceToken.ts'
import { openHostAccount } from './hostAccount.ts'
import { addStaff, endStaff, listStaff } from './staff.ts'

const USAGE = `npm run people -- staff                                    list staff
npm run people -- add-staff <email> <name> <role>          add staff; role: support, finance, admin or auditor
npm run people -- end-staff <email>                        remove the role and end their sessions
npm run people -- open-account <name> <owner's email> <owner's name>
                               --country PT --currency EUR --timezone Europe/Lisbon [--company]

They choose a password with "Forgot your password?" on the sign-in page, which emails them a link. Uses the
settings of the command service where it runs, otherwise HEARTH_DATA and PORT of npm start.`

const EXIT_USAGE = 64
const NEXT = 'They choose their password with "Forgot your password?" on the sign-in page.'

const { values, positionals } = (() => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        country: { type: 'string' },
        currency: { type: 'string' },
        timezone: { type: 'string' },
        company: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    return process.exit(EXIT_USAGE)
  }
})()

const read = <Schema extends z.ZodType>(
  what: string,
  schema: Schema,
  text: string | undefined,
): z.output<Schema> => {
  const parsed = schema.safeParse(text)
  if (parsed.success) return parsed.data
  throw new Error(
    text === undefined
      ? `${what} is missing\n\n${USAGE}`
      : `${what} "${text}": ${parsed.error.issues[0]?.message ?? 'is not valid'}`,
  )
}

const [verb, first, second, third] = positionals

const VERBS: Readonly<Record<string, (pool: pg.Pool) => Promise<string>>> = {
  staff: async (pool) =>
    (await listStaff(pool)).join('\n') || 'No staff yet. Add one with: npm run people -- add-staff',
  'add-staff': async (pool) => {
    const staff = {
      email: read('The email address', zEmail, first),
      name: read('The name', zDisplayName, second),
      role: read('The role', zStaffRole, third),
    }
    await addStaff(pool, staff)
    return `${staff.email} is ${staff.role}. ${NEXT}`
  },
  'end-staff': async (pool) => {
    const email = read('The email address', zEmail, first)
    await endStaff(pool, email)
    return `${email} no longer has a role and has been signed out everywhere`
  },
  'open-account': async (pool) => {
    const account = {
      displayName: read('The name of the account', zDisplayName, first),
      kind: values.company ? ('company' as const) : ('individual' as const),
      country: read('--country', z.string(), values.country),
      defaultCurrency: read('--currency', z.string(), values.currency),
      timezone: read('--timezone', z.string(), values.timezone),
    }
    const owner = {
      email: read("The owner's email address", zEmail, second),
      name: read("The owner's name", zDisplayName, third),
    }
    const send = createCommandSender(
      `http://localhost:${process.env['PORT'] ?? 3000}`,
      readServiceToken('importer'),
    )
    const id = await openHostAccount(pool, send, account, owner)
    return `${account.displayName} has been created as ${id}; its owner is ${owner.email}. ${NEXT}`
  },
}

const act = verb === undefined ? undefined : VERBS[verb]
if (act === undefined) {
  console.error(USAGE)
  process.exit(EXIT_USAGE)
}
try {
  const pool = openPool({
    connectionString: readDatabaseUrl(),
    max: 1,
    name: 'people',
    log: createLogger({ name: 'people', level: 'warn' }),
    limits: 'request',
  })
  console.log(await act(pool).finally(() => pool.end()))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
