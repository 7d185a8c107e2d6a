import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createCommandSender } from '../commands/commandSender.ts'
import { writeJson } from '../supervisor/records.ts'
import { payDemoHosts } from './payouts.ts'
import { createPeople } from './people.ts'
import { seedDemo } from './seed.ts'

/**
 * Fills a new installation with demo data, once: `demo.json` records that it is complete. After an
 * interruption it is repeated with the same keys.
 */
export const prepareDemo = async (
  options: Readonly<{
    directory: string
    baseUrl: string
    commandUrl: string
    importerToken: string
    schedulerToken: string
    databaseUrl: string
    sealingKey: string
  }>,
): Promise<void> => {
  const marker = join(options.directory, 'demo.json')
  if (existsSync(marker)) return
  const now = new Date().toISOString()
  // Two thousand commands: sent past the front door, which is for clients from outside.
  const send = createCommandSender(options.commandUrl, options.importerToken)
  const accounts = await seedDemo(send, now)
  await createPeople(send, options.databaseUrl, options.sealingKey, accounts)
  await payDemoHosts({ ...options, accounts, now })
  writeJson(marker, { seededAt: now, accounts })
}
