import { once } from 'node:events'
import { members, type Membership } from '@hearth/contracts/account'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { describeColumns, columnsToRow } from '@hearth/platform/read-model/columns'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'
import type { DataExports } from './dataExports.ts'

type Stored = Record<string, unknown>

const columns = describeColumns(members.row)

const membershipRoute = ({ db, positions }: Pick<Sources, 'db' | 'positions'>): Route =>
  route({
    method: 'GET',
    path: '/api/account/membership',
    access: { capability: 'account.notifications' },
    tenant: 'own',
    rate: 'read',
    query: z.strictObject({}),
    handler: async ({ principal, headers, signal }) => {
      const position = await waitForToken(positions, [members.table], headers, signal)
      const { rows } = await sql<Stored>`
          select *
          from ${tableRef(members.table)}
          where
            tenant_id = ${principal.tenantId ?? ''}
            and user_id = ${principal.actor.id}
            and status = 'active'
          limit 1`.execute(db)
      const row = rows[0] && members.row.parse(columnsToRow(columns, rows[0]))
      const body: Membership = {
        membership: row
          ? {
              id: row.id,
              role: row.role,
              listingIds: row.listingIds,
              joinedAt: row.joinedAt,
              choices: row.choices,
              quietHours: row.quietHours,
            }
          : null,
      }
      return { status: 200, headers: position, body }
    },
  })

const dataExportRoute = (dataExports: DataExports): Route =>
  route({
    method: 'GET',
    path: '/api/data-exports/:id/download',
    access: { capability: 'account.export' },
    tenant: 'own',
    rate: 'export',
    stepUp: true,
    params: z.strictObject({ id: z.uuid() }),
    query: z.strictObject({}),
    handler: async ({ principal, params }) => {
      const found = await dataExports.find(principal.tenantId ?? '', params.id)
      if (!found) throw new AppProblem('NOT_FOUND')
      return {
        status: 200,
        headers: {
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${found.name}"`,
        },
        stream: async (response, signal) => {
          for await (const piece of dataExports.read(params.id))
            if (!response.write(piece)) await once(response, 'drain', { signal })
        },
      }
    },
  })

/** What a member reads besides lists: their membership, and downloads of the account's data. */
export const teamRoutes = (
  sources: Pick<Sources, 'db' | 'positions'>,
  dataExports: DataExports,
): readonly Route[] => [membershipRoute(sources), dataExportRoute(dataExports)]
