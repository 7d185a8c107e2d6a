import { readFileSync } from 'node:fs'
import { MAX_SCHEDULES } from '@hearth/contracts/report'
import { expect, test } from 'vitest'
import { evolveBy } from '../runtime/decider.ts'
import { reportFold, type ReportState } from './report.state.ts'
import { writeFailed, writeReady } from './reportLetters.ts'

const AT = '2026-07-03T08:00:00.000Z'
const ABOUT = { name: 'Vale Stays', timezone: 'America/New_York' }
const readFixture = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../../contracts/fixtures/${name}.v1.json`, import.meta.url), 'utf8'))
const started = (runId: string) => [
  { type: 'ReportRequested', data: { ...readFixture('ReportRequested'), runId, type: 'payouts' } },
  {
    type: 'ScheduledReportStarted',
    data: { ...readFixture('ScheduledReportStarted'), runId, reportedMonth: '2026-06' },
  },
]
const fail = (runId: string, code: string) => ({
  type: 'ReportFailed',
  data: { ...readFixture('ReportFailed'), runId, code },
})
const fold = (events: readonly Readonly<{ type: string; data: object }>[]): ReportState =>
  events.reduce((state, event) => evolveBy(reportFold, state, event, AT, 'scheduler'), reportFold.initial)

test('a monthly report that is too long to print says so, and what to do', () => {
  const { failed, runs } = fold([...started('r'), fail('r', 'LIMIT_EXCEEDED')])
  expect(runs).toEqual({})
  if (failed['r'] === undefined) throw new Error('The failure is forgotten')
  const { subject, lines } = writeFailed(failed['r'], ABOUT)
  expect(subject).toBe('Payouts for June 2026 couldn’t be created')
  expect(lines.join(' ')).toMatch(/of Vale Stays .* more than 2,000 rows.*as a CSV or Excel file/)
})

test('another failure names the page that shows what has to change', () => {
  const { failed } = fold([...started('r'), fail('r', 'FORBIDDEN')])
  expect(failed['r'] && writeFailed(failed['r'], ABOUT).lines[1]).toContain('which shows what has to change')
})

test('a report that is ready says until when, by the account’s calendar', () => {
  const run = fold(started('r')).runs['r']
  if (run === undefined) throw new Error('The run is forgotten')
  const ready = { request: run.request, month: '2026-06', expiresAt: '2026-08-02T02:00:00.000Z' }
  expect(writeReady(ready, ABOUT)).toMatchObject({
    subject: 'Payouts for June 2026 is ready',
    lines: [expect.stringContaining('Vale Stays'), expect.stringContaining('until 1 August 2026')],
  })
})

test('keeps a failure of a schedule, not of a person’s request, and only the latest', () => {
  const [request] = started('own')
  if (request === undefined) throw new Error('Nothing is requested')
  expect(fold([request, fail('own', 'NOT_FOUND')]).failed).toEqual({})
  const many = Array.from({ length: MAX_SCHEDULES + 3 }, (_, index) => `r${index}`)
  const { failed } = fold(many.flatMap((runId) => [...started(runId), fail(runId, 'NOT_FOUND')]))
  expect(Object.keys(failed)).toEqual(many.slice(3))
})
