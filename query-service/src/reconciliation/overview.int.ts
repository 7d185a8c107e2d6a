import { newId } from '@hearth/contracts/kernel/ids'
import { projections } from '@hearth/contracts/projections'
import { zComparedRows, zReconciliationOverview } from '@hearth/contracts/reconciliation/overview'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSchema } from '../testing/fillSchema.ts'
import { saveRow } from '../testing/miniProjector.ts'
import { startService, type Service } from '../testing/service.ts'
import { openAccount } from '../testing/stays.ts'

const [account, right, wrong, payout, unpaid] = Array.from({ length: 5 }, newId) as [
  string,
  string,
  string,
  string,
  string,
]
const UNKNOWN = 'SALARY-JULY'
const NOW = '2026-08-10T12:00:00.000Z'
const CHANGED = '2026-08-05T12:00:00.000Z'
const JULY = 'from=2026-07-01&to=2026-07-31'
const by = { actorId: 'importer', actorKind: 'service', at: '2026-06-01T10:00:00.000Z' }

let service: Service
let admin: Awaited<ReturnType<Service['as']>>

/** A row of a read model as the projector would have written it, filled up where nothing is said. */
const addRow = async (name: string, row: Readonly<Record<string, unknown>>, at = CHANGED) => {
  const projection = projections.find((one) => one.name === name)
  if (projection === undefined) throw new Error(`No projection fills "${name}"`)
  const all = fillSchema(projection.row, name, (field) =>
    field === 'hostAccountId' ? account : field === 'currency' ? 'EUR' : undefined,
  )
  const last = { revision: 0n, position: { commit: 1n, prepare: 1n }, recordedAt: at }
  await saveRow(service.pool, projection, account, { ...(all as { id: string }), id: newId(), ...row }, last)
}
const addMovement = (reference: string, attemptKey: string, amountMinor: number) =>
  service.pool.query(
    `
      insert into
        app.bank_movement (provider_ref, result, attempt_key, amount_minor, currency, at, taken_in_at)
      values ($1, 'paid', $2, $3, 'EUR', '2026-07-22T00:00:00Z', $4)`,
    [reference, attemptKey, amountMinor, CHANGED],
  )

beforeAll(async () => {
  service = await startService()
  service.clock.now = Date.parse(NOW)
  await service.project([openAccount(account, 'Vale Stays', by)])
  await service.addStaff('ada@example.test', 'Ada Admin', 'admin')
  await service.addHost('owner@example.test', 'Olga Owner', account, 'owner')
  admin = await service.as('ada@example.test')
  const stay = { checkIn: '2026-07-20', status: 'completed' }
  await addRow('booking', { ...stay, id: right, code: 'HB-RIGHT', hostPayoutMinor: 30_000 })
  await addRow('booking', { ...stay, id: wrong, code: 'HB-WRONG', hostPayoutMinor: 20_000 })
  // Just changed: the ledger may not have it yet.
  await addRow('booking', { ...stay, hostPayoutMinor: 99_000 }, NOW)
  const earned = { kind: 'booking_earnings', payoutId: payout }
  await addRow('ledger_entry', { ...earned, bookingId: right, amountMinor: 30_000 })
  await addRow('ledger_entry', { ...earned, bookingId: wrong, amountMinor: 19_500 })
  const paid = { state: 'paid', scheduledFor: '2026-07-21T09:00:00.000Z', paidOn: '2026-07-22' }
  await addRow('payout', { ...paid, id: payout, code: 'PO-RIGHT', amountMinor: 49_500 })
  await addRow('payout', { ...paid, id: unpaid, code: 'PO-UNPAID', amountMinor: 0 })
  await addMovement('bank-1', `${payout}-1`, 49_500)
  await addMovement('bank-2', UNKNOWN, 70_000)
})
afterAll(async () => {
  await service?.stop()
})

const read = async () =>
  zReconciliationOverview.parse(await (await admin(`/api/reconciliation-overview?${JULY}`)).json())

test('finds what differs between bookings, ledger, payouts and bank, and the sums add up', async () => {
  const overview = await read()
  expect(overview).toMatchObject({ currency: 'EUR', currencies: ['EUR'] })
  const [bookings, ledger, bank] = overview.comparisons
  expect(bookings).toMatchObject({
    records: 2,
    differing: 1,
    leftMinor: 50_000,
    rightMinor: 49_500,
    differences: [
      { id: wrong, code: 'HB-WRONG', hostName: 'Vale Stays', leftMinor: 20_000, rightMinor: 19_500 },
    ],
    check: { holds: true },
  })
  expect(ledger).toMatchObject({ records: 2, differing: 0, leftMinor: 49_500, rightMinor: 49_500 })
  expect(bank).toMatchObject({ records: 3, differing: 2, leftMinor: 49_500, rightMinor: 119_500 })
  expect(bank?.differences).toEqual([
    { id: UNKNOWN, code: null, hostAccountId: null, hostName: null, leftMinor: 0, rightMinor: 70_000 },
    expect.objectContaining({ id: unpaid, leftMinor: 0, rightMinor: 0 }),
  ])
})

test('opens a difference to the records of both sides', async () => {
  const open = async (id: string, comparison: string) => {
    const answer = await admin(`/api/reconciliation-overview/${id}/rows?comparison=${comparison}`)
    return { status: answer.status, body: await answer.json() }
  }
  const rows = zComparedRows.parse((await open(wrong, 'bookings_ledger')).body)
  expect(rows).toMatchObject({
    left: [{ what: 'completed', amountMinor: 20_000, stream: `booking-${wrong}` }],
    right: [{ what: 'booking_earnings', amountMinor: 19_500, stream: `hostLedger-${account}` }],
  })
  expect(zComparedRows.parse((await open(payout, 'ledger_payouts')).body).left).toHaveLength(2)
  expect(zComparedRows.parse((await open(UNKNOWN, 'payouts_bank')).body)).toMatchObject({
    left: [],
    right: [{ what: 'bank-2', amountMinor: 70_000, stream: null }],
  })
  expect((await open(newId(), 'bookings_ledger')).status).toBe(404)
})

test('is for staff, and for 92 days at most', async () => {
  const owner = await service.as('owner@example.test')
  expect((await owner(`/api/reconciliation-overview?${JULY}`)).status).toBe(403)
  const status = async (query: string) => (await admin(`/api/reconciliation-overview?${query}`)).status
  expect(await status('from=2026-07-31&to=2026-07-01')).toBe(400)
  expect(await status('from=2026-01-01&to=2026-07-31')).toBe(422)
  expect(await status('from=2020-01-01&to=2020-01-31')).toBe(200)
})
