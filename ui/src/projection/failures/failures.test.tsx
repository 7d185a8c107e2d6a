import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { CommandFailures } from '@hearth/contracts/projection/commandFailures'
import { fakeApi } from '../../test/fakeApi.ts'
import { renderAt } from '../../test/renderAt.tsx'
import FailuresReport from './FailuresReport.tsx'
import { buildRows, findShade } from './heatMap.ts'

const [early, late] = ['2026-07-16T08:00:00.000Z', '2026-07-16T09:00:00.000Z'] as const
const failures: CommandFailures = {
  by: 'hour',
  slots: [early, late],
  cells: [
    { command: 'PlaceHold', slot: late, code: 'DUPLICATE', sender: 'person', count: 2 },
    { command: 'pay-refund', slot: early, code: 'NOT_FOUND', sender: 'system', count: 3 },
    { command: 'pay-refund', slot: late, code: 'NOT_FOUND', sender: 'system', count: 1 },
    { command: 'pay-refund', slot: late, code: 'RETRIED', sender: 'system', count: 4 },
  ],
  leftOut: 0,
  stuck: 1,
}

it('counts failures by command and slot, of one code, one kind of sender, or of all', () => {
  expect(buildRows(failures, { code: undefined, sender: undefined })).toEqual([
    { command: 'pay-refund', counts: [3, 5], total: 8 },
    { command: 'PlaceHold', counts: [0, 2], total: 2 },
  ])
  for (const narrowed of [
    { code: 'DUPLICATE', sender: undefined },
    { code: undefined, sender: 'person' as const },
  ])
    expect(buildRows(failures, narrowed)).toEqual([{ command: 'PlaceHold', counts: [0, 2], total: 2 }])
  expect([0, 1, 25, 26, 100].map((count) => findShade(count, 100))).toEqual([0, 1, 1, 2, 4])
})

const show = (answer: CommandFailures) => {
  const api = fakeApi({
    'GET /api/command-failures': () => ({ body: answer }),
    'GET /api/command-failures/in': () => ({
      body: {
        total: 1,
        ofPeople: 2,
        failures: [
          {
            id: 'o1',
            at: '2026-07-16T09:12:00.000Z',
            code: 'RETRIED',
            manager: 'refund',
            instance: 'b1',
            accountId: 'a1',
            accountName: 'Vale Stays',
            attempts: 4,
            error: 'the provider is not there',
            correlationId: 'r1',
          },
        ],
      },
    }),
  })
  renderAt('/internal/reports?report=failures', <FailuresReport />)
  return api
}

it('opens a cell to its failures, and a failure to its error and trace', async () => {
  const { calls } = show(failures)
  await userEvent.click(
    await screen.findByRole('button', { name: 'pay-refund, Thu 16 Jul 2026, 09:00: 5 failures' }),
  )
  const row = await screen.findByRole('row', { name: /Vale Stays/ })
  expect(screen.getByText(/^2 commands that people sent were refused/)).toBeVisible()
  await userEvent.click(within(row).getByRole('button', { name: /show details/ }))
  expect(screen.getByText('the provider is not there')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Trace its request' })).toHaveAttribute(
    'href',
    '/internal/reports?report=trace&id=r1',
  )
  expect(Object.fromEntries(calls.at(-1)?.query ?? [])).toEqual({
    by: 'hour',
    command: 'pay-refund',
    slot: late,
  })
})

it('says when no command failed', async () => {
  show({ ...failures, cells: [], stuck: 0 })
  expect(await screen.findByText('No command failed')).toBeVisible()
})
