import type { Metrics } from '@hearth/platform/telemetry/metrics'
import { Gauge } from 'prom-client'

/** How many files of the bank could not be booked in the last round: anything above 0 needs a person. */
export const measureInbox = (metrics: Metrics, unread: () => number): void => {
  const gauge = new Gauge({
    name: 'hearth_bank_files_unread',
    help: 'Files of the bank that could not be booked',
    registers: [metrics],
    collect: () => {
      gauge.set(unread())
    },
  })
}
