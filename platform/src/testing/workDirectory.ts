import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'hearth-test-'

/** Whether there is a process with this id, whoever's it is. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const remove = (path: string) => rmSync(path, { recursive: true, force: true, maxRetries: 3 })

// A test process that was killed could not clean up; the next one does it.
const removeAbandoned = () => {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^hearth-test-(\d+)-/.exec(name)?.[1])
    if (!Number.isInteger(pid) || isRunning(pid)) continue
    try {
      remove(join(tmpdir(), name))
    } catch {
      // The server that it started may still be writing its last files; a later test process tries again.
    }
  }
}

export type WorkDirectory = Readonly<{ path: string; remove: () => void }>

/** A new directory under the system's temporary one, readable by the user that runs Postgres. */
export const createWorkDirectory = (): WorkDirectory => {
  removeAbandoned()
  const path = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  chmodSync(path, 0o755)
  return { path, remove: () => remove(path) }
}
