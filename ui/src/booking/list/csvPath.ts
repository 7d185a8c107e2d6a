import type { FilterPayload, SortPayload } from 'react-admin'

export const csvPath = (resource: string, filter: FilterPayload, sort: SortPayload) => {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: JSON.stringify([sort.field, sort.order]),
  })
  return `/api/${resource}.csv?${query.toString()}`
}
