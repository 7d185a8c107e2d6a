import { ERASED } from '../kernel/erased.ts'
import { textIn } from '../kernel/message.ts'
import { defineProjection, foldBy } from '../kernel/projection.ts'
import type { SavedViewEvent } from './messages.ts'
import { zSavedViewRow, type SavedViewRow } from './resource.ts'

const readFilter = (filter: SavedViewRow['filter'] | string): SavedViewRow['filter'] =>
  typeof filter === 'string' ? null : filter

/** One row for each view. A removed one stays as it was, so that the removal can be undone. */
export const savedViewProjection = defineProjection<SavedViewRow>({
  name: 'saved_view',
  version: 1,
  row: zSavedViewRow,
  categories: ['savedView'],
  personal: ['filter', 'name'],
  eraseTexts: (row) => ({ ...row, name: ERASED, filter: null }),
  keys: ({ data }) => {
    const viewId = textIn(data, 'viewId')
    return viewId === undefined ? [] : [viewId]
  },
  fold: foldBy<SavedViewRow, SavedViewEvent>({
    ViewSaved: (_row, { data: { viewId, filter, ...view } }) => ({
      ...view,
      id: viewId,
      filter: readFilter(filter),
      state: 'kept',
    }),
    ViewRenamed: (row, { data: { name } }) => row && { ...row, name },
    ViewUpdated: (row, { data: { viewId: _viewId, filter, ...query } }) =>
      row && { ...row, ...query, filter: readFilter(filter) },
    ViewShared: (row, { data: { shared } }) => row && { ...row, shared },
    ViewMoved: (row, { data: { position } }) => row && { ...row, position },
    ViewRemoved: (row) => row && { ...row, state: 'removed' },
    ViewRestored: (row) => row && { ...row, state: 'kept' },
  }),
})
