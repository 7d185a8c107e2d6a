import { useDeferredValue } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { SearchResults } from '@hearth/contracts/search'
import { allows, useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { getJson } from '../../data/http/http.ts'
import { useText } from '../../i18n/text.ts'
import { formatRange } from '../../components/dates/localDate.ts'
import { MISTAKEN, scoreMatch } from './matchText.ts'
import type { PaletteEntry, PaletteGroup } from './PaletteEntry.tsx'
import { useActions } from './useActions.ts'
import { usePages, type Findable } from './usePages.ts'

const MAX_ENTRIES = 6
const MIN_SEARCHED = 2

/** The best matches; those with a mistake only if there are no others. Nothing typed: whole pages. */
const pickBest = (all: readonly Findable[], typed: string): readonly Findable[] => {
  if (typed === '') return all.filter(({ isPart }) => !isPart)
  const scored = all.flatMap((entry) => {
    const score = scoreMatch(entry.title, `${entry.detail} ${entry.words}`, typed)
    return score === undefined ? [] : [{ entry, score }]
  })
  const best = Math.min(...scored.map(({ score }) => score))
  return scored
    .filter(({ score }) => best >= MISTAKEN || score < MISTAKEN)
    .toSorted((a, b) => a.score - b.score)
    .slice(0, MAX_ENTRIES)
    .map(({ entry }) => entry)
}

/** Records that the server finds, after two letters. */
const useSearch = (typed: string) => {
  const enabled = allows(useSession(), 'booking.read') && typed.length >= MIN_SEARCHED
  const query = useQuery({
    queryKey: ['search', typed],
    queryFn: ({ signal }) =>
      getJson<SearchResults>(`/api/search?${new URLSearchParams({ q: typed }).toString()}`, signal),
    enabled,
  })
  return {
    found: enabled ? query.data : undefined,
    failed: query.isError,
    pending: enabled && query.isPending,
  }
}

const useRecords = (found: SearchResults | undefined): readonly PaletteGroup[] => {
  const t = useText()
  const listings = (found?.listings ?? []).map(({ id, title, place }): PaletteEntry => ({
    id: `listing-${id}`,
    icon: 'home',
    title,
    detail: place,
    open: to.listing(id),
  }))
  const bookings = (found?.bookings ?? []).map(
    ({ id, guestName, code, listingTitle, place, checkIn, checkOut }): PaletteEntry => ({
      id: `booking-${id}`,
      icon: 'bookings',
      title: guestName ?? t('calendar.guest'),
      detail: [listingTitle, place, code].filter(Boolean).join(', '),
      aside: formatRange(checkIn, checkOut),
      open: to.booking(id),
    }),
  )
  return [
    { name: t('app.palette.listings'), entries: listings },
    { name: t('app.palette.bookings'), entries: bookings },
  ]
}

/** What the palette offers for a text: actions and pages immediately, then records. */
export const usePaletteResults = (text: string) => {
  const t = useText()
  const typed = useDeferredValue(text.trim())
  const all = [...useActions(typed), ...usePages()]
  const { found, failed, pending } = useSearch(typed)
  const records = useRecords(found)
  const groups: readonly PaletteGroup[] = [
    {
      name: t('app.palette.actions'),
      entries: pickBest(
        all.filter(({ isAction }) => isAction),
        typed,
      ),
    },
    {
      name: t('app.palette.pages'),
      entries: pickBest(
        all.filter(({ isAction }) => !isAction),
        typed,
      ),
    },
    ...records,
  ]
  return { typed, groups: groups.filter(({ entries }) => entries.length > 0), failed, pending }
}
