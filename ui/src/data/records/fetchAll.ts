import type { DataProvider, FilterPayload, RaRecord, SortPayload } from 'react-admin'

const PER_PAGE = 100
const MAX_PAGES = 50

/**
 * Reads every row that matches a filter: the first page gives the number, the others are fetched in parallel.
 */
export const fetchAll = async <R extends RaRecord>(
  provider: DataProvider,
  resource: string,
  filter: FilterPayload,
  sort: SortPayload,
  signal: AbortSignal,
): Promise<readonly R[]> => {
  const read = (page: number) =>
    provider.getList<R>(resource, { pagination: { page, perPage: PER_PAGE }, sort, filter, signal })
  const first = await read(1)
  const pages = Math.min(MAX_PAGES, Math.ceil((first.total ?? 0) / PER_PAGE))
  const others = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(index + 2)),
  )
  return [first, ...others].flatMap(({ data }) => data)
}
