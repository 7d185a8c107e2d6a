import type { Metrics } from '@hearth/platform/telemetry/metrics'
import { Gauge } from 'prom-client'
import type { FoundBreach } from './bookkeeper.ts'

const INVARIANTS = ['I1', 'I2', 'I4', 'I6', 'I7'] as const

/** How many breaches the last look at the books found, by invariant: anything above 0 is an alarm. */
export const measureBooks = (metrics: Metrics, standing: () => readonly FoundBreach[]): void => {
  const gauge = new Gauge({
    name: 'hearth_books_breaches',
    help: 'Broken invariants of the books at the last look',
    labelNames: ['invariant'],
    registers: [metrics],
    collect: () => {
      for (const invariant of INVARIANTS) gauge.set({ invariant }, standing().filter((breach) => breach.invariant === invariant).length)
    },
  })
}
