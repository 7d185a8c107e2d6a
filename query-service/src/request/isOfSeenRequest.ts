import { requests } from '@hearth/contracts/request'
import { qualified } from '@hearth/platform/read-model/tables'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import type { StoredFile } from '../file/readFile.ts'
import { createModel, createScope } from '../runtime/model.ts'
import { readOne } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'

const requestModel = createModel(requests)

/** Whether the reader finds the file in a request (docs/domain/file.md#serving). */
export const isOfSeenRequest = async (
  sources: Sources,
  principal: Principal,
  { id, tenantId, listingId }: StoredFile,
): Promise<boolean> => {
  if (!maySee(principal, 'request.read')) return false
  const { rows } = await sources.pool.query<{ id: string }>(
    `
      select id
      from ${qualified(requests.table)}
      where
        tenant_id = $1
        and listing_id = $2
        and (file_ids @> $3::jsonb or result_file_ids @> $3::jsonb)
      limit 1`,
    [tenantId, listingId, JSON.stringify([id])],
  )
  const [request] = rows
  if (request === undefined) return false
  return (await readOne(sources.db, requestModel, createScope(principal), request.id)) !== undefined
}
