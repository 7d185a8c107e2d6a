import { z } from 'zod'
import { defineResource } from '../kernel/resource.ts'
import { zViewFilter, zViewOrder } from './filter.ts'
import { zViewList } from './lists.ts'
import { zViewColumns } from './messages.ts'

export const zSavedViewRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  list: zViewList,
  name: z.string(),
  /** The person who made it. */
  ownerId: z.string(),
  shared: z.boolean(),
  position: z.int(),
  /** Null once the account is erased. */
  filter: zViewFilter.nullable(),
  order: zViewOrder,
  columns: zViewColumns,
  needs: z.array(z.string()),
  listingIds: z.array(z.string()).nullable(),
  state: z.enum(['kept', 'removed']),
})
export type SavedViewRow = z.infer<typeof zSavedViewRow>

export const savedViews = defineResource({
  name: 'saved-views',
  table: 'saved_view',
  row: zSavedViewRow,
  capability: 'saved-view.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    list: 'open',
    name: 'saved-view.read',
    ownerId: 'open',
    shared: 'open',
    position: 'open',
    filter: 'saved-view.read',
    order: 'open',
    columns: 'open',
    needs: 'open',
    listingIds: 'open',
    state: 'open',
  },
  where: { state: ['kept'] },
  scope: 'tenant',
  listings: { list: 'listingIds' },
  personalRows: { owner: 'ownerId', shared: 'shared', needs: 'needs' },
  sort: ['position'],
  defaultSort: ['position', 'ASC'],
  filter: { list: 'equals', hostAccountId: 'equals' },
})
