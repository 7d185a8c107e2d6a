import type { FilterPayload, SortPayload } from 'react-admin'
import type { ExportEnding } from '../../components/list/ExportMenu.tsx'

/** The address of a list as a file, with its filter and order. */
export const exportPath = (
  resource: string,
  ending: ExportEnding,
  filter: FilterPayload,
  sort: SortPayload,
) => {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: JSON.stringify([sort.field, sort.order]),
  })
  return `/api/${resource}.${ending}?${query.toString()}`
}
