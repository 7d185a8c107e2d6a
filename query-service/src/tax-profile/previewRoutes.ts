import { ledgerEntries, zLedgerEntryRow } from '@hearth/contracts/ledger'
import {
  listingContents,
  listings,
  readSection,
  zListingContentRow,
  zListingRow,
} from '@hearth/contracts/listing'
import {
  draftDac7,
  draftForms,
  listBoxLines,
  listTaxEntries,
  MAX_TAX_ENTRIES,
  TAX_KINDS,
  zTaxLinesQuery,
  zTaxPreviewQuery,
  type TaxEntry,
  type TaxHome,
  type TaxLines,
  type TaxPreview,
} from '@hearth/contracts/tax-profile'
import { sum } from '@hearth/contracts/kernel/money'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import { sql } from 'kysely'
import { z } from 'zod'
import { labelStays } from '../ledger/entrySubjects.ts'
import { createModel, createScope } from '../runtime/model.ts'
import { readWhere } from '../runtime/readRows.ts'
import { zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'

const models = {
  entry: createModel(ledgerEntries),
  listing: createModel(listings),
  content: createModel(listingContents),
}
const TABLES = [ledgerEntries.table, listings.table, listingContents.table, 'account']
const MAX_LISTINGS = 10_000
const zEntry = z.object(zLedgerEntryRow.shape)
const zRole = z.object({ id: z.string(), feeModel: zListingRow.shape.feeModel })
const zContent = z.object({ id: z.string(), sections: zListingContentRow.shape.sections })
type Host = Readonly<{ timezone: string; country: string }>

/** The account, if the reader may see it; any other account is unknown. */
const readHost = async ({ db }: Sources, principal: Principal, id: string): Promise<Host> => {
  const { tenantId } = createScope(principal)
  const { rows } =
    tenantId !== null && tenantId !== id
      ? { rows: [] }
      : await sql<Host>`select timezone, country from ${tableRef('account')} where id = ${id}`.execute(db)
  const [account] = rows
  if (account === undefined) throw new AppProblem('NOT_FOUND')
  return account
}

const readHomes = async ({ db }: Sources, principal: Principal, id: string) => {
  const scope = createScope(principal)
  const [roles, contents] = await Promise.all([
    readWhere(db, models.listing, scope, [sql`tenant_id = ${id}`], MAX_LISTINGS),
    readWhere(db, models.content, scope, [sql`tenant_id = ${id}`], MAX_LISTINGS),
  ])
  const countries = new Map(
    contents.map((row) => {
      const { sections, id: listingId } = zContent.parse(row)
      return [listingId, readSection({ sections, personal: null }, 'location').values.address?.country]
    }),
  )
  return new Map<string | null, TaxHome>(
    roles.map((row) => {
      const { id: listingId, feeModel: role } = zRole.parse(row)
      return [listingId, { role, country: countries.get(listingId) ?? null }]
    }),
  )
}

/** The entries of a year in the account's time zone. Two days of margin cover every zone and the early entries. */
const readEntries = async (
  sources: Sources,
  principal: Principal,
  { id, year, timezone }: Readonly<{ id: string; year: number; timezone: string }>,
): Promise<readonly TaxEntry[]> => {
  const [rows, homes] = await Promise.all([
    readWhere(
      sources.db,
      models.entry,
      createScope(principal),
      [
        sql`tenant_id = ${id}`,
        sql`kind = any(${[...TAX_KINDS]}::text[])`,
        sql`available_at >= ${`${year - 1}-12-30T00:00:00.000Z`}::timestamptz`,
        sql`available_at < ${`${year + 1}-01-03T00:00:00.000Z`}::timestamptz`,
      ],
      MAX_TAX_ENTRIES + 1,
    ),
    readHomes(sources, principal, id),
  ])
  if (rows.length > MAX_TAX_ENTRIES)
    throw new AppProblem(
      'LIMIT_EXCEEDED',
      `A draft is made of at most ${MAX_TAX_ENTRIES} entries of a year. Export the ledger instead.`,
    )
  const entries = rows.map((row) => zEntry.parse(row))
  return listTaxEntries(entries, year, (instant) => toLocalDate(instant, timezone), homes)
}

const common = {
  method: 'GET',
  access: { capability: 'tax.read' },
  tenant: 'own',
  rate: 'read',
  params: zPathId,
} as const

const previewRoute = (sources: Sources): Route =>
  route({
    ...common,
    path: '/api/tax-profiles/:id/preview',
    query: zTaxPreviewQuery,
    handler: async ({ principal, params: { id }, query: { year }, headers, signal }) => {
      const position = await waitForToken(sources.positions, TABLES, headers, signal)
      const { timezone, country } = await readHost(sources, principal, id)
      const entries = await readEntries(sources, principal, { id, year, timezone })
      const body: TaxPreview = {
        year,
        timezone,
        asOf: new Date(sources.now()).toISOString(),
        forms: draftForms(entries),
        dac7: draftDac7(entries, country),
      }
      return { status: 200, headers: position, body }
    },
  })

const linesRoute = (sources: Sources): Route =>
  route({
    ...common,
    path: '/api/tax-profiles/:id/preview-lines',
    query: zTaxLinesQuery,
    handler: async ({ principal, params: { id }, query: { year, form, box }, headers, signal }) => {
      const position = await waitForToken(sources.positions, TABLES, headers, signal)
      const { timezone } = await readHost(sources, principal, id)
      const entries = await readEntries(sources, principal, { id, year, timezone })
      const found = listBoxLines(entries, form, box)
      const stays = await labelStays(sources, principal, [
        ...new Set(found.flatMap((line) => line.bookingId ?? [])),
      ])
      const lines = found.map((line) => {
        const stay = stays.get(line.bookingId ?? '')
        // What is taken back says so itself.
        return stay === undefined || line.amountMinor < 0
          ? line
          : { ...line, text: `${stay.label}, ${stay.detail}` }
      })
      const body: TaxLines = { lines, totalMinor: sum(lines.map(({ amountMinor }) => amountMinor)) }
      return { status: 200, headers: position, body }
    },
  })

/** The forms of a year as they would be now, and the ledger entries behind each box (docs/domain/tax-profile.md#draft). */
export const previewRoutes = (sources: Sources): readonly Route[] => [
  previewRoute(sources),
  linesRoute(sources),
]
