import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openPool } from '@hearth/platform/postgres/pool'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { createCommandSender } from '../commands/commandSender.ts'
import { readDatabaseUrl } from '../installation/readDatabaseUrl.ts'
import { readServiceToken } from '../installation/readServiceToken.ts'
import { beginStatements } from './begin.ts'
import { verifyStatement } from './verify.ts'

const USAGE = `npm run statements -- verify <file.pdf>     whether the file is a locked statement, unchanged
npm run statements -- begin                 lock the first month of accounts with an imported history

Uses the settings of the command service where it runs, otherwise HEARTH_DATA and PORT of npm start.`
const EXIT_USAGE = 64
const EXIT_NOT_GENUINE = 1

const fail = (message: string): never => {
  console.error(message)
  process.exit(EXIT_USAGE)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string', default: `http://localhost:${process.env['PORT'] ?? 3000}` } },
})
const [verb, file] = positionals
if (verb !== 'begin' && (verb !== 'verify' || file === undefined)) fail(USAGE)

const log = createLogger({ name: 'statements', level: 'warn' })
const pool = openPool({
  connectionString: readDatabaseUrl(),
  max: 1,
  name: 'statements',
  log,
  limits: 'request',
})
try {
  if (verb === 'begin') {
    const begun = await beginStatements(pool, createCommandSender(values.url, readServiceToken('scheduler')))
    console.log(`${begun} accounts begun; the following months are locked by themselves`)
  } else {
    const { sha256, locked } = await verifyStatement(pool, readFileSync(file ?? ''))
    if (locked === undefined) {
      console.log(`NOT GENUINE: no statement has a file with SHA-256 ${sha256}`)
      process.exitCode = EXIT_NOT_GENUINE
    } else {
      const { account, month, lockedAt, ledgerRevision, isPdf } = locked
      console.log(
        `GENUINE: the ${isPdf ? 'PDF' : 'content'} of the statement of ${month}, account ${account},`,
      )
      console.log(`locked ${lockedAt} at ledger event ${ledgerRevision}, SHA-256 ${sha256}`)
    }
  }
} finally {
  await pool.end()
}
