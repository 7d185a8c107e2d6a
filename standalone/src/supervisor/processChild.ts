import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { startProcess } from '@hearth/platform/process/startProcess'
import type { Child, Log } from './child.ts'

const PROBE_INTERVAL_MS = 50

export type ProcessOptions = Readonly<{
  name: string
  after?: readonly string[]
  command: string
  args: readonly string[]
  /** Called at each start. */
  env: () => Readonly<Record<string, string>>
  /** An address that answers 200; absent = ready as soon as it runs. */
  readyWhen?: URL
  log: Log
}>

const answers200 = (address: URL) =>
  new Promise<boolean>((resolve) => {
    const request = get(address, { agent: false, timeout: 2_000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
  })

const probeUntilReady = async (address: URL, signal: AbortSignal) => {
  while (!(await answers200(address))) await delay(PROBE_INTERVAL_MS, undefined, { signal })
}

/** A part of the system that is a process of its own. */
export const processChild = ({ name, after, readyWhen, env, log, ...program }: ProcessOptions): Child => ({
  name,
  ...(after ? { after } : {}),
  start: () =>
    startProcess({
      ...program,
      env: env(),
      onLine: (line) => log(name, line),
      waitUntilReady: async (signal) => {
        if (readyWhen) await probeUntilReady(readyWhen, signal)
      },
    }),
})
