import { createHash } from 'node:crypto'
import { newId } from '@hearth/contracts/kernel/ids'
import { statementFileKey, statementId, type StatementContent } from '@hearth/contracts/statement'
import { folderStorage } from '@hearth/platform/storage/folderStorage'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type Service } from '../testing/service.ts'
import { openAccount } from '../testing/stays.ts'

const [ours, theirs, bookingId] = [newId(), newId(), newId()]
const content: StatementContent = {
  hostAccountId: ours,
  month: '2026-05',
  timezone: 'Europe/Lisbon',
  previousMonth: null,
  ledgerRevision: 12,
  listings: {},
  sections: [
    {
      currency: 'EUR',
      openingMinor: 0,
      entries: [
        {
          entryId: newId(),
          kind: 'booking_earnings',
          bookingId,
          listingId: null,
          earnedOn: '2026-05-04',
          amountMinor: 94_640,
          parts: { gross: 112_000, platform_fee: -17_360 },
          priorMonth: null,
        },
      ],
      payouts: [{ payoutId: newId(), paidOn: '2026-05-06', reference: '=TX-1', amountMinor: 94_640 }],
      closingMinor: 0,
    },
  ],
}
const PDF = Buffer.from('%PDF-1.7 what was earned')
const JSON_FILE = Buffer.from(JSON.stringify(content))
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const [sha256, contentSha256] = [sha256Of(PDF), sha256Of(JSON_FILE)]
const directory = createWorkDirectory()
const storage = folderStorage(directory.path)
const id = statementId(ours, '2026-05')
const by = { actorId: 'scheduler', actorKind: 'service', at: '2026-06-03T08:00:00.000Z' }
const draftOf = (month: string) => ({ hostAccountId: ours, month, timezone: 'Europe/Lisbon' })
const happened = (type: string, data: object) => ({
  ...by,
  stream: `statement-${ours}`,
  type,
  tenantId: ours,
  data,
})

let service: Service
beforeAll(async () => {
  service = await startService({ storage })
  service.clock.now = Date.parse('2026-06-12T06:00:00.000Z')
  await service.addHost('ana@vale.example', 'Ana Vale', ours, 'owner')
  await service.addHost('uma@vale.example', 'Uma Patel', ours, 'cohost_messaging')
  await service.addHost('ines@lisboa.example', 'Inês Duarte', theirs, 'owner')
  await service.project([
    openAccount(ours, 'Vale Stays', by),
    openAccount(theirs, 'Lisboa Casas', by),
    happened('StatementDrafted', { ...draftOf('2026-05'), lockAt: by.at }),
    happened('StatementLocked', {
      ...draftOf('2026-05'),
      previousMonth: null,
      ledgerRevision: 12,
      sha256,
      contentSha256,
      totals: [
        { currency: 'EUR', openingMinor: 0, movementMinor: 94_640, paidMinor: 94_640, closingMinor: 0 },
      ],
      adjustments: [],
    }),
    happened('StatementDrafted', { ...draftOf('2026-06'), lockAt: '2026-07-03T08:00:00.000Z' }),
  ])
  await storage.put(statementFileKey(ours, sha256, 'pdf'), PDF, 'application/pdf')
  await storage.put(statementFileKey(ours, contentSha256, 'json'), JSON_FILE, 'application/json')
})
afterAll(async () => {
  await service?.stop()
  directory.remove()
})

test('a locked statement is served with its files to those who may see the money', async () => {
  const [ana, uma, ines] = await Promise.all([
    service.as('ana@vale.example'),
    service.as('uma@vale.example'),
    service.as('ines@lisboa.example'),
  ])
  const rows = (await (await ana('/api/statements')).json()) as readonly { month: string; state: string }[]
  expect(rows.map(({ month, state }) => [month, state])).toEqual([
    ['2026-06', 'draft'],
    ['2026-05', 'locked'],
  ])
  expect(await (await ana(`/api/statements/${id}/content`)).json()).toEqual(content)
  expect(Buffer.from(await (await ana(`/api/statements/${id}/document.pdf`)).arrayBuffer())).toEqual(PDF)
  const lines = (await (await ana(`/api/statements/${id}/entries.csv`)).text()).trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[3]).toContain(`"-946.40","'=TX-1"`)
  for (const file of ['content', 'document.pdf', 'entries.csv']) {
    expect((await uma(`/api/statements/${id}/${file}`)).status).toBe(403)
    expect((await ines(`/api/statements/${id}/${file}`)).status).toBe(404)
    expect((await ana(`/api/statements/${statementId(ours, '2026-06')}/${file}`)).status).toBe(404)
  }
})

test('a file that differs from what was locked is not served', async () => {
  const ana = await service.as('ana@vale.example')
  await storage.put(statementFileKey(ours, sha256, 'pdf'), Buffer.concat([PDF, Buffer.from('!')]), '')
  expect(await (await ana(`/api/statements/${id}/document.pdf`)).json()).toMatchObject({
    code: 'DEPENDENCY_UNAVAILABLE',
  })
})
