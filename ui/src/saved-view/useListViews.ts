import { useState } from 'react'
import { useGetList, useListContext } from 'react-admin'
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

/** The tab that is open: one that shows what the list shows, or the one that the person opened last. */
const findCurrent = (
  views: readonly OpenView[],
  openedId: string | undefined,
  matches: (view: OpenView) => boolean,
  isBuiltIn: boolean,
): OpenView | undefined => {
  const opened = views.find(({ view }) => view.id === openedId)
  if (opened && matches(opened)) return opened
  return isBuiltIn ? undefined : (views.find(matches) ?? opened)
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
  const [openedId, setOpenedId] = useState<string>()
  const matches = (view: OpenView) => isSameQuery(view, { filter, sort })
  const isBuiltIn = builtIn.some((tab) => tab.current)
  const current = findCurrent(views, openedId, matches, isBuiltIn)
  const keys = columns.map(({ key }) => key)
  const { changed, ...shown } = useViewColumns(keys, current, stored)
  const linked = columns.filter(({ link }) => link).map(({ key }) => key)
  const columnKeys = keys.filter((key) => linked.includes(key) || !shown.hidden.includes(key))
  return {
    list,
    builtIn: builtIn.map((tab) => ({ ...tab, current: tab.current && current === undefined })),
    views,
    current,
    open: setOpenedId,
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
