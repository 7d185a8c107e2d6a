import { ledgerEntries, zLedgerEntryRow } from '@hearth/contracts/ledger'
import { listings, zListingRow } from '@hearth/contracts/listing'
import {
  draftDac7,
  draftForms,
  listBoxLines,
  MAX_TAX_ENTRIES,
  TAX_KINDS,
  zTaxLinesQuery,
  zTaxPreviewQuery,
  type TaxEntry,
  type TaxLines,
  type TaxPreview,
} from '@hearth/contracts/tax-profile'
import { sum } from '@hearth/contracts/kernel/money'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { sql } from 'kysely'
import { z } from 'zod'
import { createModel, createScope } from '../runtime/model.ts'
import { readWhere } from '../runtime/readRows.ts'
import { zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'
import { toLocalDate } from '../runtime/zones.ts'

const models = { entry: createModel(ledgerEntries), listing: createModel(listings) }
const TABLES = [ledgerEntries.table, listings.table, 'account']
const MAX_LISTINGS = 10_000
const zEntry = z.object(zLedgerEntryRow.shape)
const zRole = z.object({ id: z.string(), feeModel: zListingRow.shape.feeModel })

/** The time zone of an account that the reader may see; any other account is unknown. */
const readTimezone = async ({ db }: Sources, principal: Principal, id: string): Promise<string> => {
  const { tenantId } = createScope(principal)
  const { rows } =
    tenantId !== null && tenantId !== id
      ? { rows: [] }
      : await sql<{ timezone: string }>`
          select timezone from ${tableRef('account')} where id = ${id}`.execute(db)
  const [account] = rows
  if (account === undefined) throw new AppProblem('NOT_FOUND')
  return account.timezone
}

/** The entries of a year in the account's time zone. A day of margin on each side covers every zone. */
const readEntries = async (
  { db }: Sources,
  principal: Principal,
  { id, year, timezone }: Readonly<{ id: string; year: number; timezone: string }>,
): Promise<readonly TaxEntry[]> => {
  const scope = createScope(principal)
  const [rows, roles] = await Promise.all([
    readWhere(
      db,
      models.entry,
      scope,
      [
        sql`tenant_id = ${id}`,
        sql`kind = any(${[...TAX_KINDS]}::text[])`,
        sql`posted_at >= ${`${year - 1}-12-31T00:00:00.000Z`}::timestamptz`,
        sql`posted_at < ${`${year + 1}-01-02T00:00:00.000Z`}::timestamptz`,
      ],
      MAX_TAX_ENTRIES + 1,
    ),
    readWhere(db, models.listing, scope, [sql`tenant_id = ${id}`], MAX_LISTINGS),
  ])
  if (rows.length > MAX_TAX_ENTRIES)
    throw new AppProblem(
      'LIMIT_EXCEEDED',
      `A draft is made of at most ${MAX_TAX_ENTRIES} entries of a year. Export the ledger instead.`,
    )
  const roleOf = new Map(
    roles.map((row) => zRole.parse(row)).map(({ id: listingId, feeModel }) => [listingId, feeModel]),
  )
  return rows
    .map((row): TaxEntry => {
      const { postedAt, ...entry } = zEntry.parse(row)
      return {
        ...entry,
        day: toLocalDate(postedAt, timezone),
        role: roleOf.get(entry.listingId ?? '') ?? 'self_managed',
      }
    })
    .filter(({ day }) => day.startsWith(`${year}-`))
    .toSorted((a, b) => a.day.localeCompare(b.day))
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
      const timezone = await readTimezone(sources, principal, id)
      const entries = await readEntries(sources, principal, { id, year, timezone })
      const body: TaxPreview = {
        year,
        timezone,
        asOf: new Date(sources.now()).toISOString(),
        forms: draftForms(entries),
        dac7: draftDac7(entries),
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
      const timezone = await readTimezone(sources, principal, id)
      const entries = await readEntries(sources, principal, { id, year, timezone })
      const lines = listBoxLines(entries, form, box)
      const body: TaxLines = { lines, totalMinor: sum(lines.map(({ amountMinor }) => amountMinor)) }
      return { status: 200, headers: position, body }
    },
  })

/** The forms of a year as they would be now, and the ledger entries behind each box (docs/domain/tax-profile.md#draft). */
export const previewRoutes = (sources: Sources): readonly Route[] => [
  previewRoute(sources),
  linesRoute(sources),
]
