import { useState } from 'react'
import { useGetList, useListContext } from 'react-admin'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { ViewList } from '@hearth/contracts/saved-view'
import type { useColumns } from '../components/list/ColumnsButton.tsx'
import type { View } from '../components/list/SavedViews.tsx'
import { allows, useSession } from '../session/session.ts'
import { isSameQuery, openView, type OpenView, type SavedView } from './openView.ts'
import './texts.ts'

const PAGE = { page: 1, perPage: 100 }
const SORT = { field: 'position', order: 'ASC' } as const

/** The person's own views first, then those of the team. */
const useViews = (list: ViewList): readonly OpenView[] => {
  const session = useSession()
  const enabled = allows(session, 'saved-view.read') && session?.account !== null
  const query = { pagination: PAGE, sort: SORT, filter: { list } }
  const { data = [] } = useGetList<SavedView>('saved-views', query, { enabled, retry: false })
  const isPersonal = ({ shared }: SavedView) => !shared
  return [...data.filter(isPersonal), ...data.filter(({ shared }) => shared)].map(openView)
}

/**
 * The view that is open: the one that the person opened last, whatever they changed since, or one that shows
 * what the list shows. Going back, or to the list’s plain address, leaves the opened one.
 */
const findCurrent = (
  views: readonly OpenView[],
  opened: OpenView | undefined,
  matches: (view: OpenView) => boolean,
  isBuiltIn: boolean,
): OpenView | undefined => opened ?? (isBuiltIn ? undefined : views.find(matches))

/** The view that the person opened, as long as they have not gone elsewhere. */
const useOpened = (views: readonly OpenView[], matches: (view: OpenView) => boolean) => {
  const [openedId, setOpenedId] = useState<string>()
  const way = useNavigationType()
  const { search } = useLocation()
  const opened = views.find(({ view }) => view.id === openedId)
  const isLeft = opened !== undefined && !matches(opened) && (way === 'POP' || search === '')
  return { opened: isLeft ? undefined : opened, open: setOpenedId }
}

type Stored = Pick<ReturnType<typeof useColumns>, 'hidden' | 'toggle'>
type Draft = Readonly<{ id: string; hidden: readonly string[] }>

/** The columns of the open view where it has some, else those that this browser shows. */
const useViewColumns = (keys: readonly string[], current: OpenView | undefined, stored: Stored) => {
  const [draft, setDraft] = useState<Draft>()
  const columns = current?.view.columns ?? null
  if (current === undefined || columns === null)
    return { ...stored, changed: false, reset: () => setDraft(undefined) }
  const { id } = current.view
  const saved = keys.filter((key) => !columns.includes(key))
  const hidden = draft?.id === id ? draft.hidden : saved
  return {
    hidden,
    toggle: (key: string) =>
      setDraft({
        id,
        hidden: hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key],
      }),
    changed: hidden.length !== saved.length || hidden.some((key) => !saved.includes(key)),
    reset: () => setDraft(undefined),
  }
}

type Column = Readonly<{ key: string; link?: boolean }>

/** Saved views of a list: the open one, and how what is shown now differs from it. */
export const useListViews = (
  list: ViewList,
  builtIn: readonly View[],
  columns: readonly Column[],
  stored: Stored,
) => {
  const { filterValues: filter, sort } = useListContext()
  const views = useViews(list)
  const matches = (view: OpenView) => isSameQuery(view, { filter, sort })
  const { opened, open } = useOpened(views, matches)
  const isBuiltIn = builtIn.some((tab) => tab.current)
  const current = findCurrent(views, opened, matches, isBuiltIn)
  const keys = columns.map(({ key }) => key)
  const { changed, ...shown } = useViewColumns(keys, current, stored)
  const linked = columns.filter(({ link }) => link).map(({ key }) => key)
  const columnKeys = keys.filter((key) => linked.includes(key) || !shown.hidden.includes(key))
  return {
    list,
    builtIn: builtIn.map((tab) => ({ ...tab, current: tab.current && current === undefined })),
    views,
    current,
    open,
    hidden: shown.hidden,
    toggle: shown.toggle,
    resetColumns: shown.reset,
    /** What would be saved. */
    query: { filter, order: { field: sort.field, direction: sort.order }, columns: columnKeys },
    changed: current !== undefined && (!matches(current) || changed),
    /** No tab shows this. */
    isNew: current === undefined && !isBuiltIn,
  }
}
export type ListViews = ReturnType<typeof useListViews>
