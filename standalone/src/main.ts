import { EXIT_CONFIG } from '@hearth/platform/config/loadConfig'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo/logins.ts'
import { isDemoReady } from './demo/marker.ts'
import { checkGivenServers, formatDatabase, formatEventStore } from './installation/givenServers.ts'
import { closeDataDirectory } from './installation/dataDirectory.ts'
import { createParts } from './installation/parts.ts'
import { choosePorts } from './installation/ports.ts'
import { loadSecrets } from './installation/secrets.ts'
import { requireFreeLog } from './installation/requireFreeLog.ts'
import { requireSealingKey } from './installation/requireSealingKey.ts'
import { recordServers, requireSameServers } from './installation/servers.ts'
import { loadSettings } from './installation/settings.ts'
import { serverUser } from './postgres/systemUser.ts'
import { isFree } from '@hearth/platform/process/freePort'
import { openLog } from './supervisor/logStream.ts'
import { claimDataDirectory, writeJson } from './supervisor/records.ts'
import { runToEnd, type Ending } from './supervisor/runToEnd.ts'
import { StartError, supervise, type Supervision } from './supervisor/supervise.ts'

/** `npm start`: the whole system on this machine, until Ctrl-C. */
const begun = performance.now()
const root = fileURLToPath(new URL('../..', import.meta.url))

const readArguments = () => {
  try {
    return parseArgs({
      options: {
        'no-simulator': { type: 'boolean', default: false },
        'no-demo': { type: 'boolean', default: false },
        outside: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(EXIT_CONFIG)
  }
}
const { 'no-simulator': noSimulator, 'no-demo': noDemo, outside } = readArguments()
const settings = loadSettings()
if (outside && settings.NODE_ENV === 'production') {
  console.error("--outside isn't available in production because it shows everyone's email")
  process.exit(EXIT_CONFIG)
}
const directory = settings.HEARTH_DATA
const logFile = join(directory, 'log', 'hearth.log')

// What this process and those that it starts create is closed to other users.
process.umask(0o077)
try {
  closeDataDirectory(directory, settings.DATABASE_URL === undefined ? serverUser() : undefined)
} catch (error) {
  console.error(`HEARTH_DATA: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(EXIT_CONFIG)
}
const { log, lastLines, close: closeLog } = openLog(logFile, (line) => console.error(line))

let supervision: Supervision | undefined
let simulation: Supervision | undefined
let demo: Ending | undefined
let stopping = false
let askedAt: number | undefined

const stop = async (code: number) => {
  if (stopping) return
  stopping = true
  await Promise.all([simulation?.stop(), demo?.stop()])
  await supervision?.stop()
  records?.release()
  await closeLog()
  process.exit(code)
}
const onSignal = () => {
  const now = performance.now()
  // npm forwards a signal that the terminal has already sent to us: one press of Ctrl-C, not two.
  if (askedAt !== undefined && now - askedAt < 300) return
  askedAt = now
  if (stopping) {
    simulation?.kill()
    demo?.kill()
    supervision?.kill()
    process.exit(1)
  }
  console.log('\nStopping. Press Ctrl-C again to stop immediately.')
  void stop(0)
}
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)

const explain = (error: unknown) => {
  const who = error instanceof StartError ? error.child : undefined
  const reason = error instanceof Error ? error.message : String(error)
  console.error(`\nHearth couldn't start${who ? `: ${who} failed` : ''}. ${reason}`)
  if (who) for (const line of lastLines(who)) console.error(`  ${line}`)
  console.error(`Full log: ${logFile}`)
}

const hasOutside = outside || (!noDemo && settings.NODE_ENV !== 'production')

const greet = (publicUrl: string, databaseDirectory: string) => {
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const logins = DEMO_LOGINS.map(
    ({ email, account, role }) =>
      `    ${email.padEnd(24)} ${role.replace('_', ', ')}${account ? `, ${account}` : ', staff'}`,
  )
  const inside = databaseDirectory.startsWith(directory)
  const { DATABASE_URL, EVENTSTORE_URL } = settings
  const servers = [
    DATABASE_URL === undefined ? '' : `\n  Database     ${formatDatabase(DATABASE_URL)} (DATABASE_URL)`,
    EVENTSTORE_URL === undefined
      ? ''
      : `\n  Event store  ${formatEventStore(EVENTSTORE_URL)} (EVENTSTORE_URL)`,
  ].join('')
  const outsidePages = hasOutside
    ? `
  Staff authenticator codes  ${publicUrl}/dev/code
  Sent emails                ${publicUrl}/dev/mail
`
    : ''
  console.log(`
Hearth is ready after ${seconds} s:  ${publicUrl}

  Demo logins, all with the password ${DEMO_PASSWORD}
${logins.join('\n')}
${outsidePages}
  Data         ${directory}${inside ? '' : `\n               ${databaseDirectory} (the database)`}${servers}
  Log          ${logFile}

Press Ctrl-C to stop. Your data is kept.`)
}

let records: Awaited<ReturnType<typeof claimDataDirectory>> | undefined

const start = async () => {
  records = await claimDataDirectory(directory)
  if (!(await isFree(settings.PORT)))
    throw new Error(`PORT: ${settings.PORT} is in use. Choose another port with PORT=… npm start`)
  requireSameServers(settings)
  await checkGivenServers(settings)
  await requireFreeLog(settings)
  const secrets = loadSecrets(directory)
  await requireSealingKey(settings, secrets.SEALING_KEY)
  const ports = await choosePorts(directory)
  const parts = createParts({
    root,
    settings,
    secrets,
    ports,
    log,
    outside: hasOutside,
  })
  const onChange = () => records?.write([...(supervision?.running() ?? []), ...(simulation?.running() ?? [])])
  const { publicUrl, eventStoreUrl, metricsUrls } = parts
  supervision = supervise(parts.core, { log, onChange })
  await supervision.started
  recordServers(settings)
  const { databaseUrl, directory: databaseDirectory } = parts.location()
  writeJson(join(directory, 'addresses.json'), {
    publicUrl,
    databaseUrl,
    eventStoreUrl,
    metrics: metricsUrls,
  })
  const wanted = noDemo ? 'close' : 'open'
  if (!isDemoReady(directory, wanted)) {
    demo = await runToEnd(parts.demo(wanted))
    await demo.ended
  }
  if (!noSimulator && !stopping) simulation = supervise([parts.simulator], { log, onChange })
  await simulation?.started
  greet(publicUrl, databaseDirectory)
}

start().catch((error: unknown) => {
  if (stopping) return
  explain(error)
  void stop(1)
})
