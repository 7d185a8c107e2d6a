import { useGetList, type RaRecord } from 'react-admin'

/**
 * A record that often doesn't exist yet; `none` once that is known. Read as a list of at most one, because an
 * ordinary state is no error: a record's own address answers 404.
 */
export const useOptionalRecord = <Row extends RaRecord>(
  resource: string,
  id: string,
  enabled = id !== '',
) => {
  const { data, error, refetch, isPending } = useGetList<Row>(
    resource,
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'ASC' },
      filter: { id: [id] },
    },
    { enabled, retry: false },
  )
  return { data: data?.[0], error, refetch, isPending, none: data?.length === 0 }
}
