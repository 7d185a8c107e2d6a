import { INVARIANTS } from '@hearth/contracts/ledger'
import type { Metrics } from '@hearth/platform/telemetry/metrics'
import { Gauge } from 'prom-client'
import type { FoundBreach } from './payoutBreaches.ts'

/** How many breaches the last check of the books found, by invariant: anything above 0 is an alarm. */
export const measureBooks = (metrics: Metrics, standing: () => readonly FoundBreach[]): void => {
  const gauge = new Gauge({
    name: 'hearth_books_breaches',
    help: 'Broken invariants of the books at the last check',
    labelNames: ['invariant'],
    registers: [metrics],
    collect: () => {
      for (const invariant of INVARIANTS)
        gauge.set({ invariant }, standing().filter((breach) => breach.invariant === invariant).length)
    },
  })
}
