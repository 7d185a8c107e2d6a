import type { FilterPayload, SortPayload } from 'react-admin'

export const csvPath = (resource: string, filter: FilterPayload, sort: SortPayload) =>
  `/api/${resource}.csv?${new URLSearchParams({ filter: JSON.stringify(filter), sort: JSON.stringify([sort.field, sort.order]) }).toString()}`
