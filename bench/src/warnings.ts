import type { Log } from '@hearth/platform/telemetry/log'

/** Warnings and errors are printed with the figures; other messages are not. */
export const warnings: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: console.warn,
  error: console.error,
}
