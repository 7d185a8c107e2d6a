export type Level = 'info' | 'warn' | 'error'

/** One JSON line on stderr; stdout belongs to `ready`. */
export const report = (
  level: Level,
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
): void => {
  const line = { time: new Date().toISOString(), level, service: 'event-store', message, ...fields }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}
