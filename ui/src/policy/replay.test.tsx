import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { FIRST_POLICIES, type PolicyReplay, type ReplayedStay } from '@hearth/contracts/policy'
import { i18nProvider } from '../i18n/i18nProvider.ts'
import type { Text } from '../i18n/text.ts'
import { fakeApi, list } from '../test/fakeApi.ts'
import { renderAt } from '../test/renderAt.tsx'
import { compareTerms } from './describeTerms.ts'
import ReplayReport from './ReplayReport.tsx'

const { limited } = FIRST_POLICIES.cancellation.body
if (limited === undefined) throw new Error('No policy "limited"')
const later = { ...limited, tiers: [{ minHours: 240, nightsBps: 10_000 }, ...limited.tiers.slice(1)] }

const stay: ReplayedStay = {
  bookingId: 'b1',
  code: 'HB-149WG2SC',
  guestName: 'Noah F.',
  listingTitle: 'The Boathouse',
  source: 'airbnb',
  checkIn: '2026-07-23',
  checkOut: '2026-07-26',
  policyCode: 'limited',
  initiator: 'guest',
  canceledAt: '2026-07-13T16:00:00.000Z',
  hoursBefore: 243,
  nightsMinor: 129_200,
  was: { guestMinor: 64_600, hearthMinor: 10_013, hostMinor: 54_587 },
  would: { guestMinor: 129_200, hearthMinor: 0, hostMinor: 0 },
  wasRule: { tier: 'partial', nightsBps: 5_000, keptNights: 0, nightsBackMinor: 64_600 },
  wouldRule: { tier: 'full', nightsBps: 10_000, keptNights: 0, nightsBackMinor: 129_200 },
}
const counted = { cancellations: 6, differing: 1, was: stay.was, would: stay.would }
const replay: PolicyReplay = {
  version: 4,
  state: 'proposed',
  against: null,
  currency: 'USD',
  currencies: ['USD', 'EUR'],
  from: '2026-05-25',
  to: '2026-11-25',
  total: counted,
  hosts: [{ ...counted, hostAccountId: 'a1', name: 'Vale Stays', stays: [stay] }],
  changes: [{ code: 'limited', before: limited, after: later }],
  check: { holds: true, text: '646.00 − 100.13 − 545.87 = 0.00' },
}
const policy = (version: number, state: 'proposed' | 'published', effectiveFrom: string) => ({
  id: `cancellation/${version}`,
  name: 'cancellation',
  version,
  state,
  effectiveFrom,
  body: {},
  reason: 'Guests cancel earlier when the first step is closer',
  proposedBy: 'u2',
  publishedBy: null,
})
const versions = [
  policy(4, 'proposed', '2099-01-01T00:00:00.000Z'),
  policy(3, 'published', '2020-01-01T00:00:00.000Z'),
]

const show = (answer: object = replay, status = 200) => {
  const api = fakeApi({
    'GET /api/policies': () => list(versions),
    'GET /api/policy-replay': () => ({ status, body: answer }),
  })
  renderAt('/internal/reports?report=replay&from=2026-05-25&to=2026-11-25', <ReplayReport />)
  return api
}

it('replays a proposed version, and opens a host to both rules of each stay', async () => {
  const { calls } = show()
  const table = within(await screen.findByRole('table', { name: 'By host' }))
  expect(table.getByRole('row', { name: /1 host/ })).toHaveTextContent('+646.00−100.13−545.87')
  expect(screen.getByText('Totals match')).toBeVisible()
  await userEvent.click(table.getByRole('button', { name: /Vale Stays/ }))
  const opened = screen.getByRole('link', { name: 'HB-149WG2SC' }).closest('li')
  expect(opened).toHaveTextContent('Noah F., The Boathouse')
  expect(opened).toHaveTextContent('part of the nights back: 50% × 1,292.00 = 646.00')
  expect(opened).toHaveTextContent('full refund of the nights: 100% × 1,292.00 = 1,292.00')
  expect(screen.getByText('A second admin has to approve it.')).toBeVisible()
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
  expect(Object.fromEntries(calls.find(({ path }) => path.endsWith('replay'))?.query ?? [])).toEqual({
    version: '4',
    from: '2026-05-25',
    to: '2026-11-25',
  })
})

it('compares with another version, and shows another currency', async () => {
  const { calls } = show()
  const last = () => calls.filter(({ path }) => path.endsWith('replay')).at(-1)?.query
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Compare with' }), '3')
  await waitFor(() => expect(last()?.get('against')).toBe('3'))
  await userEvent.click(screen.getByRole('button', { name: 'EUR' }))
  await waitFor(() => expect(last()?.get('currency')).toBe('EUR'))
})

it('says that there is nothing to replay, and why a replay is refused', async () => {
  show({ ...replay, currency: null, currencies: [], hosts: [] })
  expect(await screen.findByText('No cancellations')).toBeVisible()
  expect(screen.queryByText('Totals match')).toBeNull()
})

it('shows why a replay is refused', async () => {
  const detail = 'At most 10000 cancellations are replayed; choose fewer days.'
  show({ type: 'urn:problem:limit', title: 'Too many', status: 422, code: 'LIMIT_EXCEEDED', detail }, 422)
  expect(await screen.findByText(detail)).toBeVisible()
})

it('compares two versions of a policy line by line', () => {
  const t: Text = (key, values) => i18nProvider.translate(key, values)
  expect(compareTerms(limited, later, t)).toMatchObject({
    removed: ['all nights back from 336 h before'],
    added: ['all nights back from 240 h before'],
  })
  expect(compareTerms(null, later, t)).toMatchObject({ removed: [], kept: [] })
})
