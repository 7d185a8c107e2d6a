import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '@hearth/platform/config/fields'
import { loadConfig } from '@hearth/platform/config/loadConfig'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { z } from 'zod'
import { openFrontDoor } from './frontDoor.ts'

const serviceUrl = z.url({ protocol: /^https?$/, error: 'must be an http address' })

const config = loadConfig(
  z.object({
    PORT: settings.PORT.default(3000),
    HOST: settings.HOST,
    LOG_LEVEL: settings.LOG_LEVEL,
    PUBLIC_URL: settings.PUBLIC_URL.optional(),
    COMMAND_SERVICE_URL: serviceUrl,
    QUERY_SERVICE_URL: serviceUrl,
    CONSOLE_DIR: z.string().refine((directory) => existsSync(join(directory, 'index.html')), 'must be the directory of the console\'s build (npm run build)'),
  }),
)

const log = createLogger({ name: 'front-door', level: config.LOG_LEVEL })
const { server, close } = openFrontDoor({
  commandServiceUrl: config.COMMAND_SERVICE_URL,
  queryServiceUrl: config.QUERY_SERVICE_URL,
  consoleDirectory: config.CONSOLE_DIR,
  secure: config.PUBLIC_URL?.protocol === 'https:',
  onFailure: (host, error) => log.warn({ host, err: error }, 'a service did not answer'),
})

let stopping = false
const stop = () => {
  if (stopping) process.exit(1)
  stopping = true
  void close().then(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

server.once('error', (error) => {
  log.fatal({ err: error, port: config.PORT }, 'cannot listen')
  process.exit(1)
})
server.listen(config.PORT, config.HOST, () => log.info({ port: config.PORT }, 'the front door is open'))
