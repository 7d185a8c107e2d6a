import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { NightOverrides } from '@hearth/contracts/listing'
import { addDays, type LocalDate } from '../../components/dates/localDate.ts'
import { fetchAll } from '../../data/records/fetchAll.ts'
import type { NightOverrideRecord } from '../../data/records/records.ts'

export const byDate = (rows: readonly NightOverrideRecord[]): NightOverrides =>
  Object.fromEntries(rows.map((row) => [row.date, row]))

/** What nights of one listing have instead of its price and rules; undefined until it is read. */
export const useNightOverrides = (
  listingId: string,
  start: LocalDate,
  end: LocalDate,
): NightOverrides | undefined => {
  const provider = useDataProvider()
  const filter = { listingId, date_gte: start, date_lte: addDays(end, -1) }
  const { data } = useQuery({
    queryKey: ['night-overrides', 'row', 'nights', filter],
    queryFn: ({ signal }) =>
      fetchAll<NightOverrideRecord>(
        provider,
        'night-overrides',
        filter,
        { field: 'date', order: 'ASC' },
        signal,
      ),
  })
  return data && byDate(data)
}
