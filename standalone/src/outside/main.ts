import { loadConfig } from '@hearth/platform/config/loadConfig'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { zOutsideConfig } from './config.ts'
import { openOutside } from './outside.ts'

const config = loadConfig(zOutsideConfig)
const log = createLogger({ name: 'outside', level: config.LOG_LEVEL })
const { close } = await openOutside({
  host: config.HOST, port: config.PORT, smtpPort: config.SMTP_PORT, publicUrl: config.PUBLIC_URL, clientSecret: config.IDENTITY_CLIENT_SECRET, signingKey: config.IDENTITY_SIGNING_KEY,
})
log.info({ port: config.PORT }, 'mail is caught')
const stop = () => void close().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
