import type { Log } from '@hearth/platform/telemetry/log'

/** What goes wrong belongs beside the figures; the rest does not. */
export const warnings: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: console.warn,
  error: console.error,
}
