import { browserZone, todayIn } from '../../components/dates/localDate.ts'
import type { Listing } from '../../data/records/records.ts'
import { useSession } from '../../session/session.ts'
import { useNextArrivals } from '../useNextStays.ts'

/** The next arrival at each of these listings, starting with the account's current day. */
export const useArrivals = (rows: readonly Listing[]) => {
  const today = todayIn(useSession()?.account?.timezone ?? browserZone())
  return {
    today,
    ...useNextArrivals(
      rows.map(({ id }) => id),
      today,
    ),
  }
}
