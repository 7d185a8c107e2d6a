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

/** The matches, the best first; those with a mistake only if there are no others. Nothing typed: whole pages. */
const findMatches = (all: readonly Findable[], typed: string): readonly Findable[] => {
  if (typed === '') return all.filter(({ isPart }) => !isPart)
  const scored = all.flatMap((entry) => {
    const score = scoreMatch(entry.title, `${entry.detail} ${entry.words}`, typed)
    return score === undefined ? [] : [{ entry, score }]
  })
  const best = Math.min(...scored.map(({ score }) => score))
  return scored
    .filter(({ score }) => best >= MISTAKEN || score < MISTAKEN)
    .toSorted((a, b) => a.score - b.score)
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
      title: guestName ?? t('app.guest'),
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
  const typed = text.trim()
  const all = [...useActions(typed), ...usePages()]
  const { found, failed, pending } = useSearch(typed)
  const records = useRecords(found)
  const matches = findMatches(all, typed)
  const pick = (wanted: boolean) =>
    matches.filter(({ isAction }) => isAction === wanted).slice(0, typed === '' ? undefined : MAX_ENTRIES)
  const groups: readonly PaletteGroup[] = [
    { name: t('app.palette.actions'), entries: pick(true) },
    { name: t('app.palette.pages'), entries: pick(false) },
    ...records,
  ]
  const shown = groups.filter(({ entries }) => entries.length > 0)
  /** What Enter opens before the person chooses: the best match, in whichever group it is. */
  const preferred = matches[0] ?? shown[0]?.entries[0]
  return { typed, groups: shown, preferred, failed, pending }
}
