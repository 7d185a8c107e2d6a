import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'
import type { Log } from './child.ts'

const MAX_FILE_BYTES = 20_000_000
const MAX_REMEMBERED = 20

type Severity = 'info' | 'warn'

const numeric = { info: 30, warn: 40 }

const parseJson = (line: string): Readonly<Record<string, unknown>> | undefined => {
  if (!line.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Pino writes numbers, other libraries names. */
const isWarning = (level: unknown) =>
  typeof level === 'number'
    ? level >= numeric.warn
    : typeof level === 'string' && ['warn', 'error', 'fatal'].includes(level.toLowerCase())

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** A service reports the statements that Postgres refused itself; only errors of the server are shown. */
const plainSeverity = (name: string, line: string): Severity =>
  name === 'supervisor' ||
  (name === 'postgres' ? /^(WARNING|FATAL|PANIC)/ : /^(WARNING|ERROR|FATAL|PANIC)|(Error|Warning)\b/).test(
    line,
  )
    ? 'warn'
    : 'info'

export type LogLine = Readonly<{ json: string; warning: string | undefined }>

/** The line for the file (JSON, one object per line) and, for warnings, the text for the terminal. */
export const describeLine = (name: string, line: string, now: () => Date = () => new Date()): LogLine => {
  const entry = parseJson(line)
  if (!entry) {
    const severity = plainSeverity(name, line)
    return {
      json: JSON.stringify({ ts: now().toISOString(), svc: name, level: severity, msg: line }),
      warning: severity === 'warn' ? `${name}: ${line}` : undefined,
    }
  }
  const said = text(entry['msg']) ?? text(entry['message']) ?? text(entry['code']) ?? line
  return { json: line, warning: isWarning(entry['level']) ? `${name}: ${said}` : undefined }
}

/** Passes each warning on at most once in `quietMs`; the next one says how often it was suppressed. */
export const rateLimitWarnings = (
  say: (line: string) => void,
  quietMs: number,
  now: () => number = Date.now,
) => {
  const said = new Map<string, { at: number; suppressed: number }>()
  return (line: string): void => {
    const before = said.get(line)
    if (before && now() - before.at < quietMs) {
      before.suppressed += 1
      return
    }
    if (said.size >= MAX_REMEMBERED) said.clear()
    say(before && before.suppressed > 0 ? `${line} (and ${before.suppressed} times before)` : line)
    said.set(line, { at: now(), suppressed: 0 })
  }
}

/** One log for all: everything into `file` (kept to 20 MB and one older file), warnings to the terminal. */
export const openLog = (file: string, warn: (line: string) => void) => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const options = { flags: 'a', mode: 0o600 }
  let size = existsSync(file) ? statSync(file).size : 0
  let stream: WriteStream = createWriteStream(file, options)
  const last = new Map<string, string[]>()
  const warnLimited = rateLimitWarnings(warn, 10_000)
  const rotate = () => {
    stream.end()
    renameSync(file, `${file}.1`)
    stream = createWriteStream(file, options)
    size = 0
  }
  const log: Log = (name, line) => {
    if (line.trim() === '') return
    const { json, warning } = describeLine(name, line)
    size += json.length + 1
    if (size > MAX_FILE_BYTES) rotate()
    stream.write(`${json}\n`)
    last.set(name, [...(last.get(name) ?? []), line].slice(-MAX_REMEMBERED))
    if (warning !== undefined) warnLimited(warning)
  }
  return {
    log,
    lastLines: (name: string): readonly string[] => last.get(name) ?? [],
    close: () => new Promise<void>((resolve) => stream.end(() => resolve())),
  }
}
