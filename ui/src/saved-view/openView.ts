import type { FilterPayload, SortPayload } from 'react-admin'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { isSortable, readViewFilter, VIEW_LISTS, type savedViews } from '@hearth/contracts/saved-view'
import { sameFilter } from '../components/list/sameFilter.ts'

export type SavedView = Shown<typeof savedViews>
/** A saved view as its list opens it. */
export type OpenView = Readonly<{
  view: SavedView
  filter: FilterPayload
  sort: SortPayload
  /** Part of it has been removed from the list since it was saved. */
  incomplete: boolean
}>

/** What the list still knows of a view (docs/domain/saved-view.md#what-a-view-stores). */
export const openView = (view: SavedView): OpenView => {
  const list = VIEW_LISTS[view.list]
  const { known, unknown } = readViewFilter(list, view.filter ?? {})
  const { field, direction } = view.order
  const sortable = isSortable(list, field)
  const [defaultField, defaultOrder] = list.defaultSort
  return {
    view,
    filter: known,
    sort: sortable ? { field, order: direction } : { field: defaultField, order: defaultOrder },
    incomplete: unknown.length > 0 || !sortable || view.filter === null,
  }
}

type Query = Pick<OpenView, 'filter' | 'sort'>

export const isSameQuery = (a: Query, b: Query) =>
  sameFilter(a.filter, b.filter) && a.sort.field === b.sort.field && a.sort.order === b.sort.order

/** The query of the list’s address. */
export const formatQuery = ({ filter, sort }: Query) => ({
  filter: JSON.stringify(filter),
  sort: sort.field,
  order: sort.order,
  page: '1',
  perPage: '25',
})
