import { createHash } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { deriveId, newId } from '@hearth/contracts/kernel/ids'
import { entryFrom } from '@hearth/contracts/ledger'
import { reportPartKey } from '@hearth/contracts/report'
import type { Principal } from '@hearth/platform/session/principal'
import { folderStorage } from '@hearth/platform/storage/folderStorage'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCHEDULER } from '../runtime/internal.ts'
import { accepted, command, PEOPLE, rejected, startTestSystem, type TestSystem } from '../testing/fixture.ts'
import { signedIn } from '../testing/people.ts'
import { startPlace } from '../testing/place.ts'
import { readRows } from '../workers/dueWork.ts'
import { reportFold } from './report.state.ts'

const directory = createWorkDirectory()
const storage = folderStorage(directory.path)
let system: TestSystem

beforeAll(async () => {
  system = await startTestSystem({ storageUrl: pathToFileURL(`${directory.path}/`) })
  system.service.start()
})
afterAll(async () => {
  await system?.stop()
  directory.remove()
})

type Mail = Readonly<{ to: string; subject: string; link?: Readonly<{ url: string }> }>

type Row = Readonly<{
  state: string
  rows: number
  parts: number
  file_id: string
  sha256: string
  downloads: readonly Readonly<{ by: string }>[]
}>

test('a report becomes a file that its account downloads, until its time is over', async () => {
  const { handle, pool } = system.service
  const { accountId } = await startPlace(system.service)
  const entry = entryFrom(
    {
      kind: 'manual_adjustment',
      currency: 'EUR',
      availableAt: '2026-05-15T12:00:00.000Z',
      listingId: null,
      bookingId: null,
      source: { stream: 'booking-x', revision: 0, eventId: deriveId('report-test') },
      policies: [],
      text: 'An amount',
    },
    [{ code: 'adjustment', amountMinor: 12_345, basis: { rule: 'stated' } }],
  )
  accepted(
    await handle(
      command(
        'PostEntries',
        SCHEDULER,
        { accountId, entries: [entry] },
        { internal: true, commandId: newId() },
      ),
    ),
  )
  const owner = PEOPLE.owner(accountId)
  const data = { type: 'ledger', format: 'csv', from: '2026-05-01', to: '2026-05-31' }
  accepted(await handle(command('RequestReport', owner, data, { id: accountId })))
  const read = async (): Promise<Row & Readonly<{ id: string }>> => {
    const [row] = await readRows<Row & Readonly<{ id: string }>>(
      pool,
      'select * from read.report_file where tenant_id = $1',
      [accountId],
    )
    if (row === undefined) throw new Error('The report is not in the read model')
    return row
  }
  const isIn = (state: string) => () =>
    read().then(
      (row) => row.state === state,
      () => false,
    )
  await waitUntil(isIn('ready'), 30_000, 'the file')

  const { id: runId, rows, parts, file_id: fileId, sha256 } = await read()
  expect([rows, parts]).toEqual([1, 1])
  const key = reportPartKey({ hostAccountId: accountId, runId, fileId }, 0)
  const file = await storage.get(key)
  expect(file?.toString()).toContain('"123.45"')
  expect(
    createHash('sha256')
      .update(file ?? '')
      .digest('hex'),
  ).toBe(sha256)

  const download = (person = owner) => handle(command('DownloadReport', person, { runId }, { id: accountId }))
  accepted(await download())
  expect(rejected(await download(PEOPLE.owner(newId()))).code).toBe('NOT_FOUND')
  await waitUntil(async () => (await read()).downloads.length === 1, 10_000, 'the download in the log')
  expect((await read()).downloads).toMatchObject([{ by: owner.actor.id }])

  const remove = { runId, reason: 'expired' }
  accepted(
    await handle(
      command('RemoveReport', SCHEDULER, remove, { id: accountId, internal: true, commandId: newId() }),
    ),
  )
  await waitUntil(isIn('removed'), 10_000, 'the removal')
  await waitUntil(async () => (await storage.get(key)) === undefined, 10_000, 'the file to be gone')
  expect(rejected(await download()).code).toBe('NOT_FOUND')
})

test('a monthly report is made for its month, and its link is emailed to the person who asked', async () => {
  const { handle, pool, mail } = system.service
  const { accountId } = await startPlace(system.service)
  const { id: userId, email } = await signedIn(pool, {
    name: 'Cora Costa',
    hostAccountId: accountId,
    role: 'cohost_full',
  })
  const member = { userId, name: 'Cora Costa', email, role: 'cohost_full', listingIds: null }
  accepted(await handle(command('ImportMember', PEOPLE.importer, member, { id: accountId })))
  const cora: Principal = {
    actor: { id: userId, kind: 'host', role: 'cohost_full', name: 'Cora Costa' },
    tenantId: accountId,
    listingIds: 'all',
  }
  const data = { type: 'payouts', format: 'xlsx' }
  accepted(await handle(command('ScheduleReport', cora, data, { id: accountId })))
  expect(rejected(await handle(command('ScheduleReport', cora, data, { id: accountId }))).code).toBe(
    'DUPLICATE',
  )
  const { state } = await system.service.handler.view(reportFold, accountId, 0)
  const [{ schedule } = { schedule: undefined }] = Object.values(state.schedules)
  const { scheduleId = '', month = '' } = schedule ?? {}
  accepted(
    await handle(
      command(
        'StartScheduledReport',
        SCHEDULER,
        { scheduleId, month },
        {
          id: accountId,
          internal: true,
          commandId: newId(),
        },
      ),
    ),
  )
  const mails: Mail[] = []
  await waitUntil(
    async () => {
      mails.push(...(await mail.take(50)).map(({ content }) => content as Mail))
      return mails.some(({ to }) => to === email)
    },
    30_000,
    'the email',
  )
  const [mailed] = mails.filter(({ to }) => to === email)
  const name = new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  expect(mailed).toMatchObject({
    subject: `Payouts for ${name} is ready`,
    link: { url: 'http://127.0.0.1:3000/reports' },
  })
  const remove = command('DeleteReportSchedule', cora, { scheduleId }, { id: accountId })
  accepted(await handle(remove))
})
