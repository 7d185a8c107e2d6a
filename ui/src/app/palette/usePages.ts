import { allows, useSession, type Session } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { routes, type AppRoute } from '../routes.tsx'
import type { PaletteEntry } from './PaletteEntry.tsx'

/** An entry with the other words that it is found by. */
export type Findable = PaletteEntry & Readonly<{ words: string; isAction: boolean; isPart: boolean }>

const titleOf = ({ path, title }: AppRoute, session: Session) =>
  path === to.account() && session.account === null ? 'app.titles.signIn' : title

const listParts = ({ path, tabs, ...route }: AppRoute, session: Session, t: Text): readonly Findable[] =>
  Object.entries(tabs?.all ?? {}).flatMap(([key, { title, words, isOpen }]) =>
    isOpen(session)
      ? [
          {
            id: `${path}-${key}`,
            icon: route.menu?.icon ?? route.find?.icon ?? 'right',
            title: t(title),
            detail: t(titleOf({ path, ...route }, session)),
            words: words === undefined ? '' : t(words),
            open: `${path}?${tabs?.param}=${key}`,
            isAction: false,
            isPart: true,
          },
        ]
      : [],
  )

/** Every page of the table of routes that this session opens without naming a record, with its parts. */
export const usePages = (): readonly Findable[] => {
  const t = useText()
  const session = useSession()
  if (!session) return []
  return routes.flatMap((route) => {
    const { path, access, menu, find, words } = route
    const icon = menu?.icon ?? find?.icon
    if (icon === undefined || (access !== undefined && !allows(session, access))) return []
    const page: Findable = {
      id: path,
      icon,
      title: t(titleOf(route, session)),
      detail: '',
      words: words === undefined ? '' : t(words),
      open: path,
      isAction: find?.action === true,
      isPart: false,
    }
    return [page, ...listParts(route, session, t)]
  })
}
