import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { HoldsReport } from './HoldsReport.tsx'

afterEach(() => vi.restoreAllMocks())

it('shows since when and until when payouts are held on the reader’s clock', async () => {
  const options = Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...options,
    timeZone: 'America/Los_Angeles',
  })
  const hold = {
    id: 'h1',
    tenantId: 'a1',
    revision: 1,
    hostAccountId: 'a1',
    state: 'open',
    reason: 'kyc',
    methodId: null,
    until: '2026-12-04T00:00:00.000Z',
    whatToDo: 'Send us your passport.',
    code: null,
    placedAt: '2026-07-02T03:30:00.000Z',
    placedBy: 'u1',
    releasedAt: null,
    releasedBy: null,
    why: null,
  }
  fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities: ['payout-account.review'] } }),
    'GET /api/payout-holds': () => list([hold]),
    'GET /api/accounts': () => list([{ id: 'a1', tenantId: 'a1', revision: 1, displayName: 'Vale Stays' }]),
    'GET /api/payout-accounts': () => list([]),
    'GET /api/balances': () =>
      list([
        {
          id: 'a1-USD',
          tenantId: 'a1',
          revision: 1,
          hostAccountId: 'a1',
          currency: 'USD',
          pendingMinor: 0,
          availableMinor: -100,
          negativeSince: '2026-07-03T05:00:00.000Z',
        },
      ]),
  })
  renderAt('/internal/reports?report=holds', <HoldsReport />)
  const held = within(await screen.findByRole('list', { name: /holds/i }))
  expect(await held.findByText(/Wed 1 Jul 2026, 20:30/)).toHaveTextContent(/Thu 3 Dec 2026, 16:00/)
  expect(await screen.findByText(/Thu 2 Jul 2026, 22:00/)).toBeVisible()
  expect(screen.queryByText(/UTC/)).toBeNull()
})
