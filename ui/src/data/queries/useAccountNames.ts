import { useGetMany } from 'react-admin'
import type { Account } from '../records/records.ts'

/** Names of accounts by id; the end of the id until they are loaded. */
export const useAccountNames = (ids: readonly string[]) => {
  const { data = [] } = useGetMany<Account>(
    'accounts',
    { ids: [...new Set(ids)] },
    { enabled: ids.length > 0 },
  )
  const names = new Map(data.flatMap((row) => (row ? [[row.id, row.displayName] as const] : [])))
  return (id: string) => names.get(id) ?? `… ${id.slice(-6)}`
}
