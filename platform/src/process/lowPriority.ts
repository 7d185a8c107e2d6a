import { readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { PoolClient } from 'pg'

const readProcess = (pid: number, file: 'stat' | 'cmdline'): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/**
 * In what the kernel tells of a process, behind its name, which may hold anything: state, parent, group,
 * session.
 */
const leadsItsSession = (pid: number): boolean =>
  readProcess(pid, 'stat').split(') ').at(-1)?.split(' ')[3] === String(pid)

/**
 * Lowers the priority of a process by `steps`; by default it only gets processor time that no other process
 * needs. Linux may divide time among sessions first (autogroup), so the priority of the session is set too
 * when the process leads one, as detached processes do.
 */
export const runAtLowPriority = (pid: number, steps: number = constants.priority.PRIORITY_LOW): void => {
  setPriority(pid, steps)
  if (!leadsItsSession(pid)) return
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(steps))
  } catch {
    // A system without such groups.
  }
}

type WithServer = PoolClient &
  Readonly<{ processID: number; connection: Readonly<{ stream: Readonly<{ localPort?: number }> }> }>

/**
 * The same for the process that serves this connection, where Postgres runs on this machine; elsewhere it
 * does nothing, and its processors are not ours.
 */
export const runSessionAtLowPriority = (client: PoolClient): void => {
  const { processID, connection } = client as WithServer
  // On another machine this id belongs to a different process. Postgres names its processes by the port that
  // we connect from.
  if (
    !new RegExp(`^postgres: .*\\(${connection.stream.localPort}\\)`).test(readProcess(processID, 'cmdline'))
  )
    return
  try {
    runAtLowPriority(processID)
  } catch {
    // Another user's: it stays as it is.
  }
}
