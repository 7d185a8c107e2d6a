export type Level = 'info' | 'warn' | 'error'

/** One JSON line on stderr; stdout belongs to `ready`. */
export const report = (
  level: Level,
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
): void => {
  process.stderr.write(
    `${JSON.stringify({ time: new Date().toISOString(), level, service: 'event-store', message, ...fields })}\n`,
  )
}
