import { resources } from '@hearth/contracts'
import { newId } from '@hearth/contracts/kernel/ids'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { projections } from '@hearth/contracts/projections'
import type { Route } from '@hearth/platform/http/route'
import { folderStorage } from '@hearth/platform/storage/folderStorage'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { z } from 'zod'
import { fillSchema } from './fillSchema.ts'
import { saveRow, type TestEvent } from './miniProjector.ts'
import { startService, type Service } from './service.ts'
import { book, openAccount, startListing } from './stays.ts'
import { storeFile } from './storedFile.ts'

const zRows = z.array(z.looseObject({ id: z.string() }))
const NOW = '2026-07-16T09:42:00.000Z'
export const tenantResources = Object.values(resources).filter(({ scope }) => scope === 'tenant')
/** Queries of routes that answer nothing without one; `:account` is the account. */
export const QUERIES: Readonly<Record<string, string>> = {
  '/api/accounts/:id/timeline': '?from=2026-05-01&to=2026-08-31',
  '/api/bookings/:id/cancellation-quote': '?initiator=host',
  '/api/geocode': '?q=Lisbon',
  '/api/record-moments/:id': '?resource=bookings',
  '/api/reports/preview': '?type=bookings&from=2026-07-01&to=2026-08-31',
  '/api/reports/difference': '?type=nights&from=2026-07-01&to=2026-08-31',
  '/api/report-files/:id/download': '?download=f99830bc-b32e-578d-b665-dfe370189583',
  '/api/tax-profiles/:id/document.pdf': '?document=f99830bc-b32e-578d-b665-dfe370189583',
  '/api/tax-profiles/:id/preview': '?year=2026',
  '/api/tax-profiles/:id/preview-lines': '?year=2026&form=1099-K&box=1a',
  '/api/search': '?q=Guest',
  '/api/performance': '?from=2026-07-01&to=2026-09-01&hostAccountId=:account',
  '/api/performance/opened': '?from=2026-07-01&to=2026-09-01&figure=revenue&hostAccountId=:account',
  '/api/performance/bridge': '?from=2026-07-01&to=2026-09-01&lead=check_in&hostAccountId=:account',
  '/api/policy-replay': '?version=1&from=2026-06-01&to=2026-07-31&hostAccountId=:account',
  '/api/command-failures/in': '?command=PlaceHold&slot=2026-07-16T00:00:00.000Z',
  '/api/reconciliation-overview': '?from=2026-06-01&to=2026-07-31',
  '/api/reconciliation-overview/:id/rows': '?comparison=bookings_ledger',
  '/api/performance/gaps': '?hostAccountId=:account',
  '/api/performance/tier': '?hostAccountId=:account',
  '/api/listings/:id/quote': '?checkIn=2026-07-01&checkOut=2026-07-03',
}

/** Where the home is, without which no photographer comes. */
const locate = (
  hostAccountId: string,
  listingId: string,
  by: Omit<TestEvent, 'stream' | 'type' | 'data'>,
): TestEvent => ({
  ...by,
  stream: `listing-${listingId}`,
  type: 'ListingSectionChanged',
  data: {
    listingId,
    hostAccountId,
    section: 'location',
    version: 1,
    before: {},
    after: {},
    personalBefore: null,
    personalAfter: { address: null, geo: { lat: 38.71, lng: -9.14 } },
    changedBy: { id: 'importer', kind: 'service' },
    editId: null,
  },
})

/** The history of a listing with a stay that begins today and a later one. */
const startHome = (account: string, listingId: string, nights: number) => {
  const by = { tenantId: account, actorId: 'importer', actorKind: 'service', at: '2026-06-01T10:00:00.000Z' }
  const stays = ['2026-07-16', '2026-08-01'].map((checkIn) =>
    book({ listingId, guestName: `Guest of ${listingId}`, checkIn, nights }, by),
  )
  const begun = [...startListing(listingId, `Home ${listingId}`, by), locate(account, listingId, by)]
  return { stays, events: [...begun, ...stays.flatMap(({ events }) => events)] }
}

/** The hash of a file that isn’t stored. */
const NO_FILE = 'ab'.repeat(32)

/** A row of the resource in which nothing is left out. Returns its id. */
const writeRow = async (
  { pool }: Service,
  resource: Resource,
  account: string,
  listingId: string,
): Promise<string> => {
  const projection = projections.find(({ name }) => name === resource.table)
  if (projection === undefined) throw new Error(`No projection fills "${resource.table}"`)
  const { listings, where = {} } = resource
  const isListing = typeof listings === 'object' && 'field' in listings && listings.field === 'id'
  const row = {
    ...(fillSchema(projection.row, resource.name, (field) => {
      if (/sha256$/i.test(field)) return NO_FILE
      return field === 'listingId' ? listingId : field === 'hostAccountId' ? account : undefined
    }) as Record<string, unknown>),
    ...Object.fromEntries(Object.entries(where).map(([field, values]) => [field, values[0]])),
    ...(resource.personalRows === undefined ? {} : { shared: true, needs: [] }),
    ...('listingIds' in projection.row.shape ? { listingIds: [listingId] } : {}),
    id: isListing ? listingId : newId(),
  }
  const last = { revision: 0n, position: { commit: 1n, prepare: 1n }, recordedAt: NOW }
  await saveRow(pool, projection, account, row, last)
  return row.id
}

export type Reader = Awaited<ReturnType<Service['as']>>
/** A request, and the same with an id that no record has. */
export type ReadPath = Readonly<{ path: string; id: string | undefined; unknown: string }>

/** An account whose records, of every kind, are added by listing; its owner and an admin read them. */
export const openFurnishedAccount = async () => {
  const directory = createWorkDirectory()
  const storage = folderStorage(directory.path)
  const service = await startService({ storage })
  service.clock.now = Date.parse(NOW)
  const [account, unknownId] = [newId(), newId()]
  await service.addHost('owner@example.test', 'Olga Owner', account, 'owner')
  await service.addStaff('admin@example.test', 'Ada Admin', 'admin')
  const [owner, admin] = [await service.as('owner@example.test'), await service.as('admin@example.test')]
  const by = { actorId: 'importer', actorKind: 'service', at: '2026-06-01T10:00:00.000Z' }
  await service.project([openAccount(account, 'Harbor House', by)])

  const ids = new Map<string, string[]>([['accounts', [account]]])
  const addId = (collection: string, id: string) => ids.set(collection, [...(ids.get(collection) ?? []), id])
  const addRow = async (resource: Resource, listingId: string): Promise<void> =>
    void addId(resource.name, await writeRow(service, resource, account, listingId))
  /** The id of a row that names the listing. */
  const findRowId = async ({ name }: Resource, listingId: string): Promise<string | undefined> => {
    for (const answer of [await owner(`/api/${name}`), await admin(`/api/${name}`)]) {
      const rows = answer.status === 200 ? zRows.parse(await answer.json()) : []
      const found = rows.find((row) => JSON.stringify(row).includes(listingId))
      if (found !== undefined) return found.id
    }
    return undefined
  }
  const addRowOf = async (resource: Resource, listingId: string): Promise<void> => {
    const id = await findRowId(resource, listingId)
    if (id === undefined) await addRow(resource, listingId)
    else if (!ids.get(resource.name)?.includes(id)) addId(resource.name, id)
  }

  return {
    service,
    account,
    owner,
    admin,
    addRow,
    /** A listing with bookings, a file, and a row of every resource whose rows name a listing. */
    furnish: async (listingId: string, nights: number): Promise<void> => {
      const { stays, events } = startHome(account, listingId, nights)
      await service.project(events)
      addId('listings', listingId)
      for (const { id } of stays) for (const name of ['bookings', 'claims']) addId(name, id)
      const whose = { tenantId: account, listingId, name: 'plan.pdf', state: 'clean' } as const
      const type = 'application/pdf'
      const sizes = [{ size: 'full', bytes: Buffer.from(listingId), type }] as const
      addId('files', await storeFile({ pool: service.pool, storage }, { ...whose, type, sizes }))
      for (const resource of tenantResources) {
        const { listings } = resource
        if (typeof listings === 'object' && !('everyone' in listings)) await addRowOf(resource, listingId)
      }
    },
    /** How a read route is asked: for an unknown id and for every known one. */
    pathsOf: ({ path }: Pick<Route, 'path'>): readonly ReadPath[] => {
      const collection = path.split('/')[2]?.replace(/\.(csv|xlsx)$/, '') ?? ''
      const filled = path.replace(':size', 'full').replace(':date', '2026-07-20').replace(':file', 'x.ics')
      const query = (QUERIES[path] ?? '').replace(':account', account)
      const withId = (id: string) => filled.replace(':id', encodeURIComponent(id)) + query
      const unknown = withId(unknownId)
      return path.includes('/:id')
        ? [unknownId, ...(ids.get(collection) ?? [])].map((id) => ({ path: withId(id), id, unknown }))
        : [{ path: unknown, id: undefined, unknown }]
    },
    stop: async () => {
      await service.stop()
      directory.remove()
    },
  }
}
