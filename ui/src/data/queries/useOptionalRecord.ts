import { useGetList, type RaRecord } from 'react-admin'

/**
 * A record that often doesn't exist yet; `none` once that is known. It is read as a list of at most one, because
 * the address of a missing record answers 404, and this state is ordinary.
 */
export const useOptionalRecord = <Row extends RaRecord>(
  resource: string,
  id: string,
  enabled = id !== '',
) => {
  const { data, error, refetch, isPending, isFetching } = useGetList<Row>(
    resource,
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'ASC' },
      filter: { id: [id] },
    },
    { enabled, retry: false },
  )
  return { data: data?.[0], error, refetch, isPending, isFetching, none: data?.length === 0 }
}
