import type { SavedViewEvent, ViewList } from '@hearth/contracts/saved-view'
import type { Fold } from '../runtime/decider.ts'

/** A view as far as decisions depend on it. */
export type KnownView = Readonly<{
  viewId: string
  list: ViewList
  name: string
  ownerId: string
  shared: boolean
  position: number
  removed: boolean
}>
export type SavedViewState = Readonly<{ views: readonly KnownView[] }>

const change = ({ views }: SavedViewState, viewId: string, changed: Partial<KnownView>): SavedViewState => ({
  views: views.map((view) => (view.viewId === viewId ? { ...view, ...changed } : view)),
})

/** The views of all people of one account. */
export const savedViewFold: Fold<SavedViewState, SavedViewEvent> = {
  category: 'savedView',
  initial: { views: [] },
  evolve: {
    ViewSaved: ({ views }, { viewId, list, name, ownerId, shared, position }) => ({
      views: [...views, { viewId, list, name, ownerId, shared, position, removed: false }],
    }),
    ViewRenamed: (state, { viewId, name }) => change(state, viewId, { name }),
    ViewUpdated: (state) => state,
    ViewShared: (state, { viewId, shared }) => change(state, viewId, { shared }),
    ViewMoved: (state, { viewId, position }) => change(state, viewId, { position }),
    ViewRemoved: (state, { viewId }) => change(state, viewId, { removed: true }),
    ViewRestored: (state, { viewId }) => change(state, viewId, { removed: false }),
  },
}
