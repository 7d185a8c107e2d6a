import { nameRead, READ_NAMES } from '@hearth/contracts/audit'
import { canLook } from '@hearth/contracts/kernel/access'
import { newId } from '@hearth/contracts/kernel/ids'
import { zDeadlines, zStaffQueue } from '@hearth/contracts/today'
import type { Route } from '@hearth/platform/http/route'
import { silentLog } from '@hearth/platform/testing/log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFurnishedAccount, tenantResources, type Reader } from '../testing/furnishedAccount.ts'
import { impersonate } from '../testing/impersonate.ts'
import { createAccessWriter } from '@hearth/platform/audit/accessWriter'

const GRANT = { mode: 'read_only', scopes: ['all'] } as const
/** Nothing of an account: the service itself, one's own sign-in, addresses, policies and other platform rows. */
const NO_ACCOUNT =
  /^\/api\/(live|geocode|job-queues|process-managers|projections|parked-streams|projection-requests|policies|tax-filings|rules|reconciliations|bank-lines|disruptions|shoot-days|impersonations|account)\b/

type Stored = Readonly<{
  resource: string
  record_ids: string[]
  host_account_id: string
  impersonation_id: string | null
}>
let world: Awaited<ReturnType<typeof openFurnishedAccount>>
let impersonationId: string
let impersonator: Reader
let read: readonly Route[]

/** What is stored as soon as the answer is there. */
const ask = async (reader: Reader, path: string) => {
  const { pool } = world.service
  await pool.query('delete from app.staff_look')
  const answer = await reader(path)
  // Live updates have no end.
  if (path === '/api/live') await answer.body?.cancel()
  else await answer.arrayBuffer()
  const { rows } = await pool.query<Stored>(
    'select resource, record_ids, host_account_id, impersonation_id from app.staff_look',
  )
  return { status: answer.status, rows }
}

beforeAll(async () => {
  world = await openFurnishedAccount()
  const listing = newId()
  await world.furnish(listing, 2)
  const ofNoListing = tenantResources.filter(
    ({ name, listings }) =>
      name !== 'accounts' &&
      (listings === 'whole account' || (typeof listings === 'object' && 'everyone' in listings)),
  )
  for (const resource of ofNoListing) await world.addRow(resource, listing)
  const impersonation = await impersonate(world.service, world.account, GRANT)
  impersonationId = impersonation.id
  impersonator = impersonation.reader
  read = world.service.routes.filter(({ method, tenant }) => method === 'GET' && tenant !== 'none')
}, 120_000)
afterAll(() => world?.stop())

describe('every read route', () => {
  test('is recorded in an impersonation, before its answer, with the records that it names', async () => {
    const answered = new Set<string>()
    for (const route of read)
      for (const { path, id } of world.pathsOf(route)) {
        const { status, rows } = await ask(impersonator, path)
        if (status !== 200) continue
        answered.add(route.path)
        const name = nameRead(route.path)
        expect([path, rows.map(({ resource }) => resource)]).toEqual([path, expect.arrayContaining([name])])
        expect(Object.keys(READ_NAMES)).toContain(name.split('/')[0]?.replace(/\.(csv|xlsx)$/, ''))
        if (id !== undefined)
          expect([path, rows.flatMap((row) => row.record_ids)]).toEqual([path, expect.arrayContaining([id])])
        for (const row of rows)
          expect(row).toMatchObject({ host_account_id: world.account, impersonation_id: impersonationId })
      }
    const open = read.filter(({ access }) => typeof access !== 'object' || canLook(GRANT, access.capability))
    // There are no policies here, and no documents.
    expect(open.map(({ path }) => path).filter((path) => !answered.has(path))).toEqual([
      '/api/rules/:id',
      '/api/agreements/:id/text',
      '/api/agreements/:id/document.pdf',
      '/api/statements/:id/content',
      '/api/statements/:id/document.pdf',
      '/api/statements/:id/entries.csv',
    ])
  }, 120_000)

  test('of an account’s records is recorded for staff, before its answer', async () => {
    const unrecorded: string[] = []
    let recorded = 0
    for (const route of read.filter(({ path }) => !NO_ACCOUNT.test(path)))
      for (const { path } of world.pathsOf(route)) {
        const { status, rows } = await ask(world.admin, path)
        if (status !== 200) continue
        if (rows.some(({ host_account_id }) => host_account_id === world.account)) recorded += 1
        else unrecorded.push(route.path)
      }
    expect(recorded).toBeGreaterThan(60)
    // The resource of the access log says why; what one can undo is one's own, and this admin did nothing. No
    // command failed here, and what has just changed is not reconciled yet.
    expect([...new Set(unrecorded)].toSorted()).toEqual([
      '/api/access-log',
      '/api/access-log.csv',
      '/api/access-log.xlsx',
      '/api/access-log/:id',
      '/api/command-failures',
      '/api/command-failures/in',
      '/api/reconciliation-overview',
      '/api/undoable-actions',
    ])
  }, 120_000)
})

test('what waits for staff has only what the role can decide, with its account, the oldest first', async () => {
  const { service, account, owner, admin } = world
  await service.addStaff('fin@example.test', 'Fin Ance', 'finance')
  await service.addStaff('aud@example.test', 'Audi Tor', 'auditor')
  const queueOf = async (reader: Reader) => zStaffQueue.parse(await (await reader('/api/staff-queue')).json())
  const kindsOf = async (reader: Reader) => [
    ...new Set((await queueOf(reader)).items.map(({ kind }) => kind)),
  ]
  const ofFinance = await kindsOf(await service.as('fin@example.test'))
  expect(ofFinance).toEqual(
    expect.arrayContaining(['payout_approval', 'payout_hold', 'adjustment', 'disruption_evidence']),
  )
  for (const kind of ['listing_edit', 'import_conflict', 'owner_change'] as const)
    expect(ofFinance).not.toContain(kind)
  expect(await kindsOf(await service.as('aud@example.test'))).toEqual([])
  const { items, total } = await queueOf(admin)
  expect(total).toBe(items.length)
  const times = items.map(({ since }) => since)
  expect(times).toEqual(times.toSorted())
  expect(items.find(({ kind }) => kind === 'payout_approval')).toMatchObject({
    accountId: account,
    accountName: 'Harbor House',
    amountMinor: expect.any(Number),
  })
  expect((await owner('/api/staff-queue')).status).toBe(403)
})

test('deadlines of staff come with who works on them and how many were kept, the earliest first', async () => {
  const { account, owner, admin } = world
  const { items, total, late, kept, promised } = zDeadlines.parse(
    await (await admin('/api/deadlines')).json(),
  )
  expect(total).toBe(items.length)
  expect(items.length).toBeGreaterThan(0)
  expect(items.every(({ accountId }) => accountId === account)).toBe(true)
  const times = items.map(({ dueAt }) => dueAt)
  expect(times).toEqual(times.toSorted())
  expect(late).toBe(times.filter((dueAt) => Date.parse(dueAt) <= world.service.clock.now).length)
  expect(kept).toBeLessThanOrEqual(promised)
  expect((await owner('/api/deadlines')).status).toBe(403)
})

test('nothing is shown while the access cannot be recorded', async () => {
  const { pool } = world.service
  const rename = (from: string, to: string) => pool.query(`alter table app.${from} rename to ${to}`)
  await rename('staff_look', 'staff_look_away')
  try {
    for (const reader of [impersonator, world.admin]) {
      const answer = await reader('/api/bookings')
      expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'DEPENDENCY_UNAVAILABLE' }])
    }
    expect((await world.owner('/api/bookings')).status).toBe(200)
  } finally {
    await rename('staff_look_away', 'staff_look')
  }
})

test('nothing is recorded, and so nothing shown, once the impersonation has ended', async () => {
  const { pool } = world.service
  await pool.query('delete from app.staff_look')
  const write = createAccessWriter({ pool, log: silentLog })
  const access = (impersonation: string) => ({
    staffUserId: newId(),
    hostAccountId: world.account,
    impersonationId: impersonation,
    resource: 'bookings',
    recordIds: ['b'],
    at: '2026-07-16T09:42:00.000Z',
  })
  const ended = newId()
  const [running, over] = await Promise.allSettled([write([access(impersonationId)]), write([access(ended)])])
  expect([running.status, over]).toMatchObject(['fulfilled', { reason: { code: 'IMPERSONATION_OVER' } }])
  const { rows } = await pool.query<Stored>('select impersonation_id from app.staff_look')
  expect(rows).toEqual([{ impersonation_id: impersonationId }])
})
