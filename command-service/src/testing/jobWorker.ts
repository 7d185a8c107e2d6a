import { createMemoryLog } from '@hearth/platform/testing/log'
import { openJobQueue } from '../workers/jobQueue.ts'

/**
 * A worker that takes a job and never ends it, for tests that kill it: `<queue> <databaseUrl> <redisUrl>`.
 * It prints `took <id>`.
 */
const [, , name = '', databaseUrl = '', redisUrl = ''] = process.argv
const { start } = await openJobQueue({
  name,
  databaseUrl,
  redisUrl: redisUrl === '' ? undefined : redisUrl,
  concurrency: 1,
  log: createMemoryLog().log,
  work: (id) => {
    console.log(`took ${id}`)
    return new Promise(() => undefined)
  },
})
start()
console.log(`ready ${name}`)
