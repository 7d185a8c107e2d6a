import { useDeferredValue } from 'react'
import { useGetList } from 'react-admin'
import type { ListingRow } from '@hearth/contracts/listing'
import { useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { ListedBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import type { IconName } from '../../components/display/icons.tsx'
import { formatRange } from '../../components/dates/localDate.ts'
import { useWholeMenu } from '../menu.ts'

export type PaletteEntry = Readonly<{ path: string; icon: IconName; title: string; detail: string }>
export type PaletteGroup = Readonly<{ name: string; entries: readonly PaletteEntry[] }>

const LIMIT = 6

/** Pages of the menu, then the account or, for staff, the own sign-in. */
const usePages = (): readonly PaletteEntry[] => {
  const t = useText()
  const account = useSession()?.account
  return [
    ...useWholeMenu().map(({ path, title, menu }): PaletteEntry => ({
      path,
      icon: menu.icon,
      title: t(title),
      detail: '',
    })),
    {
      path: to.account(),
      icon: 'users',
      title: t(account === null ? 'app.titles.signIn' : 'app.titles.account'),
      detail: account?.displayName ?? '',
    },
  ]
}

/** What the palette offers for a text: pages immediately, records from the API after two letters. */
export const usePaletteResults = (text: string) => {
  const t = useText()
  const words = useDeferredValue(text.trim())
  const enabled = words.length >= 2
  const pages = usePages()
  const query = (field: string) => ({
    pagination: { page: 1, perPage: LIMIT },
    sort: { field, order: 'ASC' as const },
    filter: { q: words },
  })
  const bookings = useGetList<ListedBooking>(
    'bookings',
    { ...query('checkIn'), sort: { field: 'checkIn', order: 'DESC' } },
    { enabled },
  )
  const listings = useGetList<ListingRow>('listings', query('title'), { enabled })

  const groups: PaletteGroup[] = [
    {
      name: t('app.palette.pages'),
      entries: pages.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase())),
    },
    {
      name: t('app.palette.bookings'),
      entries: (enabled ? (bookings.data ?? []) : []).map(({ id, guestName, code, checkIn, checkOut }) => ({
        path: to.booking(id),
        icon: 'bookings',
        title: guestName ?? t('calendar.guest'),
        detail: [code, formatRange(checkIn, checkOut)].filter(Boolean).join(', '),
      })),
    },
    {
      name: t('app.palette.listings'),
      entries: (enabled ? (listings.data ?? []) : []).map(({ id, title, place }) => ({
        path: to.listing(id),
        icon: 'home',
        title,
        detail: place,
      })),
    },
  ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    failed: enabled && (bookings.isError || listings.isError),
    pending: enabled && (bookings.isPending || listings.isPending),
  }
}
