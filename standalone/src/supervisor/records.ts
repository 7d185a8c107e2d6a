import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { readIdentity, isStillRunning, type ProcessIdentity } from './processIdentity.ts'

const zIdentity = z.object({ pid: z.int().positive(), startedAt: z.string() })
const zProcesses = z.array(zIdentity.extend({ name: z.string() }))

/**
 * Written beside its final place and renamed, so that a reader never sees half of it. Only its owner can read
 * it.
 */
export const writeJson = (file: string, value: unknown) => {
  const partial = `${file}.${process.pid}.partial`
  writeFileSync(partial, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(partial, file)
}

export const readJson = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined

const stopLeftOver = async (left: ProcessIdentity, name: NodeJS.Signals, graceMs: number) => {
  if (!isStillRunning(left)) return
  process.kill(left.pid, name)
  for (const deadline = Date.now() + graceMs; isStillRunning(left) && Date.now() < deadline;) await delay(20)
}

/**
 * Claims the data directory for this process and ends the processes that a killed supervisor left behind.
 * Returns the writer of processes.json.
 */
export const claimDataDirectory = async (directory: string) => {
  const ownerFile = join(directory, 'supervisor.json')
  const processesFile = join(directory, 'processes.json')
  const owner = zIdentity.safeParse(readJson(ownerFile))
  if (owner.success && isStillRunning(owner.data))
    throw new Error(`Hearth is already running on ${directory} (process ${owner.data.pid})`)
  writeJson(ownerFile, readIdentity(process.pid))
  // The closing of their input has notified them already; any that still run did not react. Postgres handles
  // its own left-over processes.
  const left = (zProcesses.safeParse(readJson(processesFile)).data ?? []).filter(
    ({ name }) => name !== 'postgres',
  )
  await Promise.all(
    left.map(async (one) => {
      await stopLeftOver(one, 'SIGTERM', 10_000)
      await stopLeftOver(one, 'SIGKILL', 1_000)
    }),
  )
  return {
    write: (running: readonly Readonly<{ name: string; pid: number }>[]) =>
      writeJson(
        processesFile,
        running.flatMap(({ name, pid }) => {
          const identity = readIdentity(pid)
          return identity ? [{ name, ...identity }] : []
        }),
      ),
    release: () => {
      rmSync(processesFile, { force: true })
      rmSync(ownerFile, { force: true })
    },
  }
}
