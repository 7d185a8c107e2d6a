import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi, list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import { AuditReport } from './AuditReport.tsx'

it('names what staff read in words, each once', async () => {
  const read = (text: string) => ({ at: '2026-07-16T09:00:00.000Z', kind: 'read', text, recordIds: [] })
  fakeApi({
    'GET /api/session': () => ({ body: { ...session, account: null, capabilities: ['audit.read'] } }),
    'GET /api/accounts': () => list([{ id: 'a1', displayName: 'Vale Stays' }]),
    'GET /api/access-log': () =>
      list([
        {
          id: 'x1',
          kind: 'staff',
          staffName: 'Sam Support',
          hostAccountId: 'a1',
          at: '2026-07-16T09:00:00.000Z',
          entries: [read('bookings/earnings'), read('bookings/history'), read('bookings/history')],
          entryCount: 3,
        },
      ]),
  })
  renderAt('/internal/reports?report=audit', <AuditReport />)
  const cell = await screen.findByText('earnings of a booking, the history of a booking')
  expect(cell).toBeVisible()
})
