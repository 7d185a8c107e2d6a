import { useGetList } from 'react-admin'
import { addDays, nightsOf, type LocalDate } from '../ui/localDate.ts'
import type { Claim } from '../data/records.ts'

const inYear = (claim: Readonly<{ start: LocalDate; end: LocalDate }>, year: string) => nightsOf(claim.start, claim.end).filter((night) => night.startsWith(year)).length

/** The owner's own nights in the year of `start`: so far without these, and how many of these fall into it. */
export const useOwnerNights = (listingId: string, { start, end }: Readonly<{ start: LocalDate; end: LocalDate }>, enabled: boolean) => {
  const year = start.slice(0, 4)
  const { data } = useGetList<Claim>(
    'claims',
    { pagination: { page: 1, perPage: 100 }, sort: { field: 'start', order: 'ASC' }, filter: { listingId, kind: 'owner_stay', state: 'committed', nights: { from: `${year}-01-01`, to: addDays(`${year}-12-31`, 1) } } },
    { enabled },
  )
  if (data === undefined) return null
  const used = data.reduce((sum, claim) => sum + inYear(claim, year), 0)
  return { year, used, after: used + inYear({ start, end }, year) }
}
