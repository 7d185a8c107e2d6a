import { createHash } from 'node:crypto'
import { claims, zClaimRow } from '@hearth/contracts/calendar'
import { icalExports, zIcalExportRow } from '@hearth/contracts/ical-feed'
import { writeCalendar } from '@hearth/contracts/ical-feed/writeCalendar'
import { listings, zListingRow } from '@hearth/contracts/listing'
import { addDays } from '@hearth/contracts/kernel/dates'
import type { Secret } from '@hearth/platform/config/secret'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import { sql } from 'kysely'
import { z } from 'zod'
import { createModel, type Scope } from '../runtime/model.ts'
import { readAcrossAccounts } from '../runtime/readers.ts'
import { readOne, readWhere } from '../runtime/readRows.ts'
import type { Finish } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { exportUrl, isExportToken } from './exportToken.ts'

const [exportModel, listingModel, claimModel] = [
  createModel(icalExports),
  createModel(listings),
  createModel(claims),
]
const zExport = z.object(zIcalExportRow.shape).pick({ tokenId: true })
const zPlace = z.object(zListingRow.shape).pick({ timezone: true, rules: true })
const zClaim = z.object(zClaimRow.shape).extend({ revision: z.number() })
const EVERYBODY: Scope = { tenantId: null, listingIds: null, staff: false }
const MAX_CLAIMS = 5_000

export type ExportOptions = Readonly<{ secret: Secret; publicUrl: URL }>

/** Adds the address to the export's row, for those who may share it. */
export const withExportUrl =
  ({ secret, publicUrl }: ExportOptions): Finish =>
  async (rows) =>
    rows.map((row) => ({
      ...row,
      url: exportUrl(secret.reveal(), publicUrl, row.id, zExport.parse(row).tokenId),
    }))

/**
 * `GET /ical/{listingId}/{token}.ics`: a listing's taken nights for other platforms; anyone with the address
 * can read it (docs/domain/ical-feed.md#export).
 */
export const exportRoute = (sources: Sources, { secret, publicUrl }: ExportOptions): Route =>
  route({
    method: 'GET',
    path: '/ical/:id/:file',
    access: 'public',
    tenant: 'none',
    rate: 'read',
    params: z.strictObject({ id: z.uuid(), file: z.string().regex(/^[A-Za-z0-9_-]{22}\.ics$/) }),
    query: z.object({}),
    handler: ({ params: { id: listingId, file }, headers }) =>
      readAcrossAccounts(async () => {
        const given = await readOne(sources.db, exportModel, EVERYBODY, listingId)
        const listing = given && (await readOne(sources.db, listingModel, EVERYBODY, listingId))
        if (
          listing === undefined ||
          !isExportToken(
            secret.reveal(),
            listingId,
            zExport.parse(given).tokenId,
            file.slice(0, -'.ics'.length),
          )
        )
          throw new AppProblem('NOT_FOUND')
        const { timezone, rules } = zPlace.parse(listing)
        const today = toLocalDate(new Date(sources.now()).toISOString(), timezone)
        const taken = await readWhere(
          sources.db,
          claimModel,
          EVERYBODY,
          [
            sql`listing_id = ${listingId}`,
            sql`state <> 'released'`,
            // A stay that is over still has its preparation nights.
            sql`${sql.ref('end')} > cast(${addDays(today, -rules.prepNights)} as date)`,
          ],
          MAX_CLAIMS,
        )
        const body = writeCalendar(
          taken.map((row) => zClaim.parse(row)),
          { listingId, domain: publicUrl.hostname, today, prepNights: rules.prepNights },
        )
        const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
        if (headers['if-none-match'] === etag) return { status: 304, headers: { etag } }
        return {
          status: 200,
          headers: { 'content-type': 'text/calendar; charset=utf-8', etag },
          stream: async (response) => void response.write(body),
        }
      }),
  })
