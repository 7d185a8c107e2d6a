import type { FoldedUnit, ReportContext } from '../kernel/report.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../kernel/dates.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import type { Projection, Row } from '../kernel/projection.ts'
import { addSums, EMPTY_MONTH, NO_SUMS, sumMonth } from '../performance/formulas.ts'
import { listMonths, liveNightsOf, readLiveSpans } from '../performance/nights.ts'
import { performanceListingProjection, performanceMonthProjection } from '../performance/projections.ts'
import { fold, LISTING, record, START, zHistory } from '../testing/nightHistory.ts'
import { nightReport, occupancyReport } from './nightReports.ts'
import { sumRows } from './sums.ts'

const dayOf = (at: string) => at.slice(0, 10)

/** The listing as reports read it; who stays there says nothing of its figures. */
const toUnit = (events: readonly RecordedEvent[]): FoldedUnit => ({
  id: LISTING,
  rowsOf: <R extends Row>(projection: Projection<R>) =>
    projection.name === 'booking' ? [] : [...fold(projection, events).values()],
})

test('reports of nights come to the figures of the performance page', () =>
  fc.assert(
    fc.property(zHistory, ({ steps, from, length }) => {
      const events = record([{ what: 'live', day: 0, nights: 1, amount: 0, pick: 0 }, ...steps])
      const period = { from: addDays(START, from), to: addDays(START, from + length) }
      const ctx: ReportContext = {
        from: period.from,
        to: addDays(period.to, -1),
        titleOf: () => 'Cedar House',
        dayOf,
        sees: () => true,
      }
      const rows = fold(performanceMonthProjection, events)
      const live = fold(performanceListingProjection, events).get(LISTING)
      const spans = readLiveSpans(live?.changes ?? [], dayOf)
      const figures = addSums([
        NO_SUMS,
        ...listMonths(period).map((month) =>
          sumMonth(
            month,
            rows.get(`${month}/${LISTING}`) ?? EMPTY_MONTH,
            liveNightsOf(month, spans),
            period,
            'USD',
          ),
        ),
      ])
      const rowsOf = ({ readRecords }: typeof nightReport) =>
        readRecords(toUnit(events), ctx).flatMap((one) => one.rows)
      const nights = sumRows(rowsOf(nightReport))
      expect(nights.quantity).toBe(figures.nights.guest)
      expect(nights.amounts[0]?.amountMinor ?? 0).toBe(figures.nightMinor)

      const months = rowsOf(occupancyReport).map(({ cells }) =>
        cells.slice(2, 7).map((cell) => (typeof cell === 'string' ? Number.NaN : Number(cell.number))),
      )
      const { total, guest, owner, blocked, open } = figures.nights
      expect(
        [0, 1, 2, 3, 4].map((column) => months.reduce((all, cells) => all + (cells[column] ?? 0), 0)),
      ).toEqual([total, guest, owner, blocked, open])
    }),
    { numRuns: 200 },
  ))
