import type { agreements } from '@hearth/contracts/agreement'
import { OWNER_NIGHTS_PER_YEAR } from '@hearth/contracts/calendar'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { useGetList } from 'react-admin'
import { useCan } from '../../session/session.ts'
import { addDays, listNights, type LocalDate } from '../../components/dates/localDate.ts'
import type { Claim } from '../../data/records/records.ts'

const inYear = (claim: Readonly<{ start: LocalDate; end: LocalDate }>, year: string) =>
  listNights(claim.start, claim.end).filter((night) => night.startsWith(year)).length

/**
 * How many the active agreement allows in a year, or the standard number without one; null where it isn't
 * known.
 */
const useOwnerNightsLimit = (listingId: string, enabled: boolean) => {
  const maySee = useCan('agreement.read')
  const { data } = useGetList<Shown<typeof agreements>>(
    'agreements',
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'sentAt', order: 'DESC' },
      filter: { listingId, status: ['active', 'terminating'] },
    },
    { enabled: enabled && maySee, retry: false },
  )
  return data === undefined ? null : (data[0]?.terms.ownerNightsPerYear ?? OWNER_NIGHTS_PER_YEAR)
}

/**
 * The owner's nights in the year of `start`: `used` without the given nights, `after` with those that fall
 * into the year.
 */
export const useOwnerNights = (
  listingId: string,
  { start, end }: Readonly<{ start: LocalDate; end: LocalDate }>,
  enabled: boolean,
) => {
  const year = start.slice(0, 4)
  const limit = useOwnerNightsLimit(listingId, enabled)
  const { data } = useGetList<Claim>(
    'claims',
    {
      pagination: { page: 1, perPage: 100 },
      sort: { field: 'start', order: 'ASC' },
      filter: {
        listingId,
        kind: 'owner_stay',
        state: 'committed',
        nights: { from: `${year}-01-01`, to: addDays(`${year}-12-31`, 1) },
      },
    },
    { enabled },
  )
  // The rows of an owner stay stay cached; they do not apply to other blocks.
  if (!enabled || data === undefined) return null
  const used = data.reduce((sum, claim) => sum + inYear(claim, year), 0)
  return { year, limit, used, after: used + inYear({ start, end }, year) }
}
