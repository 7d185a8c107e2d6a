import { incidents } from '@hearth/contracts/incident'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { sql } from 'kysely'
import type { StoredFile } from '../file/readFile.ts'
import { createModel, createScope } from '../runtime/model.ts'
import { readWhere } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'

const model = createModel(incidents)

/** Whether the file is evidence of an incident that the reader sees (docs/domain/incident.md#evidence). */
export const isOfSeenIncident = async (
  { db }: Sources,
  principal: Principal,
  { id, tenantId, listingId }: StoredFile,
): Promise<boolean> => {
  if (!maySee(principal, 'incident.read')) return false
  const evidence = JSON.stringify([{ fileId: id }])
  const named = [
    sql`tenant_id = ${tenantId}`,
    sql`listing_id = ${listingId}`,
    sql`evidence @> cast(${evidence} as jsonb)`,
  ]
  return (await readWhere(db, model, createScope(principal), named, 1)).length > 0
}
