import { useGetList, useLogout, useTheme } from 'react-admin'
import type { Capability } from '@hearth/contracts/kernel/access'
import { findLock, useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { formatRange } from '../../components/dates/localDate.ts'
import { useListings } from '../../data/queries/useListings.ts'
import type { ListedBooking } from '../../data/records/records.ts'
import { useAllListings } from '../../data/queries/useAllListings.ts'
import { useText, type TextKey } from '../../i18n/text.ts'
import type { IconName } from '../../components/display/icons.tsx'
import { scoreMatch, splitWords } from './matchText.ts'
import { openPanel } from '../shell/openPanel.ts'
import { helpOpen } from './Shortcuts.tsx'
import type { Findable } from './usePages.ts'

type Action = Readonly<{
  id: string
  icon: IconName
  title: TextKey
  words: TextKey
  access?: Capability
  open: Findable['open']
}>

/** What has an address: the page opens where it is done. */
const ADDRESSED: readonly Action[] = [
  {
    id: 'block',
    icon: 'calendar',
    title: 'app.actions.block',
    words: 'app.words.block',
    access: 'block.write',
    open: to.newBlock(),
  },
  {
    id: 'price',
    icon: 'calendar',
    title: 'app.actions.price',
    words: 'app.words.price',
    access: 'listing.write',
    open: to.calendar(),
  },
  {
    id: 'cancel',
    icon: 'bookings',
    title: 'app.actions.cancel',
    words: 'app.words.cancel',
    access: 'booking.cancel',
    open: to.bookings(),
  },
  {
    id: 'method',
    icon: 'bank',
    title: 'app.actions.method',
    words: 'app.words.method',
    access: 'payout-account.write',
    open: to.payoutSettings({ new: 'method' }),
  },
  {
    id: 'invite',
    icon: 'users',
    title: 'app.actions.invite',
    words: 'app.words.invite',
    access: 'team.invite',
    open: to.account({ tab: 'team', new: 'invite' }),
  },
]

/** What is done on the spot. */
const useImmediate = (isHost: boolean): readonly Action[] => {
  const logout = useLogout()
  const [theme, setTheme] = useTheme()
  const isDark = theme === 'dark'
  return [
    {
      id: 'theme',
      icon: isDark ? 'sun' : 'moon',
      title: isDark ? 'app.toLight' : 'app.toDark',
      words: isDark ? 'app.words.light' : 'app.words.dark',
      open: () => setTheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'keys',
      icon: 'help',
      title: 'app.shortcuts',
      words: 'app.words.keys',
      open: () => helpOpen.set(true),
    },
    ...(isHost
      ? [
          {
            id: 'undo',
            icon: 'undo' as const,
            title: 'app.undoList.title' as const,
            words: 'app.words.undo' as const,
            open: () => openPanel.set('undo'),
          },
        ]
      : []),
    {
      id: 'signOut',
      icon: 'signOut',
      title: 'app.signOut',
      words: 'app.words.signOut',
      open: () => void logout(),
    },
  ]
}

/** Blocking at one listing, offered once the text names the action. */
const useBlockAt = (typed: string, enabled: boolean): readonly Findable[] => {
  const t = useText()
  const isNamed = splitWords(typed).some((word) => scoreMatch(t('app.actions.block'), '', word) !== undefined)
  const { data = [] } = useAllListings({ enabled: enabled && isNamed })
  return (isNamed ? data : []).map(({ id, title, place }) => ({
    id: `block-${id}`,
    icon: 'calendar',
    title: t('app.actions.blockAt', { listing: title }),
    detail: place,
    words: place,
    open: to.newBlock({ listing: id }),
    isAction: true,
    isPart: true,
  }))
}

const MAX_STAYS = 6

/** The stays that can be cancelled, once the text names the action; its other words name the stay. */
const useCancelStay = (typed: string, enabled: boolean): readonly Findable[] => {
  const t = useText()
  const action = t('app.actions.cancel')
  const isOfAction = (word: string) => scoreMatch(action, t('app.words.cancel'), word) !== undefined
  const words = splitWords(typed)
  const isNamed = words.some(isOfAction)
  const q = words.filter((word) => !isOfAction(word)).join(' ')
  const { data = [] } = useGetList<ListedBooking>(
    'bookings',
    {
      pagination: { page: 1, perPage: MAX_STAYS },
      sort: { field: 'checkIn', order: 'ASC' },
      filter: { status: ['confirmed', 'overbooked'], ...(q !== '' && { q }) },
    },
    { enabled: enabled && isNamed },
  )
  const listings = useListings(data.map(({ listingId }) => listingId))
  return (isNamed ? data : []).map(({ id, guestName, code, listingId, checkIn, checkOut }) => ({
    id: `cancel-${id}`,
    icon: 'bookings',
    title: t('app.actions.cancelStay', { guest: guestName ?? t('app.guest') }),
    detail: [listings.get(listingId)?.title, code].filter(Boolean).join(', '),
    aside: formatRange(checkIn, checkOut),
    words: `${action} ${t('app.words.cancel')}`,
    open: to.cancelBooking(id),
    isAction: true,
    isPart: true,
  }))
}

/** Everything that this session may do from the palette. */
export const useActions = (typed: string): readonly Findable[] => {
  const t = useText()
  const session = useSession()
  const mayDo = ({ access }: Action) => access === undefined || findLock(session, access) === undefined
  const isHost = session !== undefined && session.account !== null
  const immediate = useImmediate(isHost)
  const addressed = isHost ? ADDRESSED.filter(mayDo) : []
  const blockAt = useBlockAt(
    typed,
    addressed.some(({ id }) => id === 'block'),
  )
  const cancelStay = useCancelStay(
    typed,
    addressed.some(({ id }) => id === 'cancel'),
  )
  const isAsked = cancelStay.length > 0 && typed === t('app.actions.cancelWhich')
  const offered = isAsked ? addressed.filter(({ id }) => id !== 'cancel') : addressed
  return [
    ...[...offered, ...immediate].map(({ id, icon, title, words, open }) => ({
      id,
      icon,
      title: t(title),
      detail: '',
      words: t(words),
      open,
      ...(id === 'cancel' && { asks: t('app.actions.cancelWhich') }),
      isAction: true,
      isPart: false,
    })),
    ...blockAt,
    ...cancelStay,
  ]
}
