import { loadConfig } from '@hearth/platform/config/loadConfig'
import { measureAppends } from '@hearth/platform/event-store/measureStore'
import { runProcess } from '@hearth/platform/process/runProcess'
import { serve } from '@hearth/platform/http/serve'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { measurePools } from '@hearth/platform/postgres/measurePools'
import { createMailWorker } from '@hearth/platform/mail/mailWorker'
import { openSmtp } from '@hearth/platform/mail/sendMail'
import { migrationsUpToDate } from '@hearth/platform/postgres/migrate'
import { runAtLowPriority } from '@hearth/platform/process/lowPriority'
import { requireServers } from '@hearth/platform/servers/requireServers'
import { createPrincipals } from '@hearth/platform/session/principals'
import { openErrorReports } from '@hearth/platform/telemetry/errorReports'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { openMetrics } from '@hearth/platform/telemetry/metrics'
import { sandboxCharges } from './booking/chargePort.ts'
import { sandboxAuthorities } from './tax-profile/authorities.ts'
import { sandboxRefunds } from './booking/refundPort.ts'
import { zCommandServiceConfig } from './config.ts'
import { mailMakers, createProviders } from './login/index.ts'
import { measureInbox } from './payout/bank-files/measureInbox.ts'
import { measureJobs } from './payout/measureJobs.ts'
import { createSandboxBank } from './payout/sandboxBank.ts'
import { createSepaFiles, withSepaFiles } from './payout/sepaFiles.ts'
import { openCommandService } from './open.ts'
import { recordRefusal } from './impersonation/refusals.ts'
import { impersonationMails } from './impersonation/notice.ts'
import { measureBooks } from './ledger/measureBooks.ts'
import { routes } from './routes.ts'
import { measureMessages } from './thread/sending/measureMessages.ts'
import { createWebhookChannel } from './thread/sending/webhookChannel.ts'
import { measureOutbox } from './workers/measureOutbox.ts'

const NAME = 'command-service'
const PING_TIMEOUT_MS = 400
const MAX_SKEW_MS = 2_000
/**
 * Under full load, commands get a third of the processor time that readers get
 * (docs/decisions/0032-reads-before-commands.md).
 */
const STEPS_BEHIND_READERS = 5

const config = loadConfig(zCommandServiceConfig)
await requireServers({ ...config, schemas: [appSchema] })
const log = createLogger({ name: NAME, level: config.LOG_LEVEL })
const reports = await openErrorReports({ dsn: config.SENTRY_DSN, name: NAME, environment: config.NODE_ENV })
const metrics = openMetrics()
const bank =
  config.BANK_URL && config.BANK_TOKEN
    ? createSandboxBank({ url: config.BANK_URL, token: config.BANK_TOKEN })
    : undefined
const { SEPA_DIRECTORY: directory, SEPA_DEBTOR: debtor } = config
const payoutProvider =
  directory && debtor
    ? withSepaFiles(createSepaFiles({ directory, debtor, now: () => new Date().toISOString() }), bank)
    : bank
const messageChannel =
  config.CHANNEL_URL && config.CHANNEL_SECRET
    ? createWebhookChannel({ url: config.CHANNEL_URL, secret: config.CHANNEL_SECRET })
    : undefined
const smtp = config.SMTP_URL && openSmtp({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM })
const service = await openCommandService({
  config,
  refundPort: sandboxRefunds,
  chargePort: sandboxCharges,
  taxAuthorities: sandboxAuthorities,
  payoutProvider,
  messageChannel,
  sendMail: smtp?.sendMail,
  log,
  aroundStore: (store) => measureAppends(metrics, store),
})
const { pool, pools } = service
measurePools(metrics, pools)
measureOutbox(metrics, service.outbox, log)
measureBooks(metrics, service.bookkeeper.standing)
if (service.payouts.unreadFiles !== undefined) measureInbox(metrics, service.payouts.unreadFiles)
measureMessages(metrics, service.workPool, log)
measureJobs(
  metrics,
  {
    ...(payoutProvider && { payouts: service.payouts.queue }),
    ...((messageChannel || (smtp && config.GUEST_MAIL_DOMAIN)) && { threads: service.delivery.queue }),
    reports: service.reports.queue,
  },
  log,
)
const principals = createPrincipals({
  pool,
  log,
  serviceTokens: config.SERVICE_TOKENS,
  publicUrl: config.PUBLIC_URL,
})
const tools = {
  ...service.tickets,
  mail: service.mail,
  principals,
  providers: createProviders({ providers: config.IDENTITY_PROVIDERS, publicUrl: config.PUBLIC_URL, log }),
  limitFactor: config.RATE_LIMIT_FACTOR,
  log,
}
// Without a mail server, emails wait in the queue.
const postman =
  smtp &&
  createMailWorker({
    queue: service.mail,
    send: smtp.send,
    makers: { ...mailMakers(tools), ...impersonationMails },
    log,
  })

const running = await serve({
  port: config.PORT,
  host: config.HOST,
  publicUrl: config.PUBLIC_URL,
  rateLimitFactor: config.RATE_LIMIT_FACTOR,
  routes: routes(
    service,
    tools,
    { dsns: config.CONSOLE_SENTRY_DSN, publicUrl: config.PUBLIC_URL, factor: config.RATE_LIMIT_FACTOR, log },
    config.QUOTE_SECRET,
    { bank: config.BANK_WEBHOOK_SECRET, channel: config.CHANNEL_SECRET, mail: config.GUEST_MAIL_SECRET },
  ),
  principals,
  readiness: {
    eventStore: () => service.store.ping(PING_TIMEOUT_MS),
    postgres: async () => {
      if (!(await migrationsUpToDate(pool, appSchema, appMigrations)))
        throw new Error('the schema app is not the one of this version')
    },
    clock: async () => {
      const { rows } = await pool.query<{ ms: string }>(
        'select extract(epoch from clock_timestamp()) * 1000 as ms',
      )
      if (Math.abs(Number(rows[0]?.ms) - Date.now()) > MAX_SKEW_MS)
        throw new Error('the clocks of this process and of the database differ')
    },
  },
  onRefusal: recordRefusal(service.handle),
  onShutdown: [async () => postman?.stop(), async () => smtp?.close(), service.close],
  log,
  reports,
  metrics,
})
service.start()
postman?.start()
// Only now, because the start itself must not be slowed down.
runAtLowPriority(process.pid, STEPS_BEHIND_READERS)
runProcess({ close: running.close, log, reports })
console.log(`ready ${running.url}`)
