import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process by its id and its start time: ids are used again, the pair is not. */
export type ProcessIdentity = Readonly<{ pid: number; startedAt: string }>

const ps = (pid: number, column: string): string | undefined => {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}

const procFile = (pid: number, file: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Fields of /proc/<pid>/stat after the name, which may itself hold spaces and brackets: [0] is the state,
 * [19] the start time.
 */
export const statFields = (stat: string): string[] =>
  stat
    .slice(stat.lastIndexOf(')') + 2)
    .trim()
    .split(' ')

/**
 * The start time of a living process, in the system's own notation; undefined when there is none (a zombie
 * counts as none).
 */
export const readStartTime = (pid: number): string | undefined => {
  if (process.platform !== 'linux') return ps(pid, 'lstart') || undefined
  const stat = procFile(pid, 'stat')
  if (stat === undefined) return undefined
  const fields = statFields(stat)
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
}

/** The arguments that a living process was started with, joined by spaces; empty without the process. */
export const readCommandLine = (pid: number): string => {
  if (process.platform !== 'linux') return ps(pid, 'args') ?? ''
  return (procFile(pid, 'cmdline') ?? '').replaceAll('\0', ' ').trim()
}

export const readIdentity = (pid: number): ProcessIdentity | undefined => {
  const startedAt = readStartTime(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

export const isStillRunning = ({ pid, startedAt }: ProcessIdentity): boolean =>
  readStartTime(pid) === startedAt
