import { loadConfig } from '@hearth/platform/config/loadConfig'
import { runProcess } from '@hearth/platform/process/runProcess'
import { openErrorReports } from '@hearth/platform/telemetry/errorReports'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { zOutsideConfig } from './config.ts'
import { openOutside } from './outside.ts'

const config = loadConfig(zOutsideConfig)
const NAME = 'outside'
const log = createLogger({ name: NAME, level: config.LOG_LEVEL })
const { GUEST_MAIL_DOMAIN: domain, GUEST_MAIL_SECRET: mailSecret } = config
const { close } = await openOutside({
  host: config.HOST,
  port: config.PORT,
  smtpPort: config.SMTP_PORT,
  publicUrl: config.PUBLIC_URL,
  clientSecret: config.IDENTITY_CLIENT_SECRET,
  signingKey: config.IDENTITY_SIGNING_KEY,
  bank: {
    file: config.BANK_BOOKS,
    seed: 'sandbox',
    token: config.BANK_TOKEN.reveal(),
    webhook: {
      url: new URL('/api/webhooks/bank', config.PUBLIC_URL).href,
      secret: config.BANK_WEBHOOK_SECRET.reveal(),
    },
  },
  channel: {
    file: config.CHANNEL_BOOKS,
    secret: config.CHANNEL_SECRET.reveal(),
    receiptsUrl: new URL('/api/webhooks/messages', config.PUBLIC_URL).href,
  },
  guestMail:
    domain && mailSecret
      ? {
          domain,
          url: new URL('/api/webhooks/mail', config.PUBLIC_URL).href,
          secret: mailSecret.reveal(),
        }
      : undefined,
})
log.info({ port: config.PORT }, 'mail is caught')
runProcess({
  close,
  log,
  reports: await openErrorReports({ dsn: undefined, name: NAME, environment: config.NODE_ENV }),
})
