import type { Actor } from '@hearth/contracts/kernel/message'
import {
  findQueryErrors,
  listNamedListings,
  listNeededCapabilities,
  MAX_SHARED_VIEWS,
  MAX_VIEWS_OF_PERSON,
  VIEW_LISTS,
  type SavedViewCommand,
  type SavedViewEvent,
  type ViewList,
} from '@hearth/contracts/saved-view'
import { accept, reject, type Decider, type Rejected } from '../runtime/decider.ts'
import { savedViewFold, type KnownView, type SavedViewState } from './savedView.state.ts'

type Query = Extract<SavedViewCommand, { type: 'UpdateView' }>['data']

const unknown = reject('NOT_FOUND', 'This view doesn’t exist.')
const ofAnother = reject('FORBIDDEN', 'Only the person who saved this view can change it.')

/** A view that the actor made. Personal views of others are like unknown ones. */
const findOwn = (state: SavedViewState, viewId: string, actor: Actor): KnownView | Rejected => {
  const view = state.views.find((one) => one.viewId === viewId && !one.removed)
  if (view === undefined || (view.ownerId !== actor.id && !view.shared)) return unknown
  return view.ownerId === actor.id ? view : ofAnother
}

const isRejected = (found: KnownView | Rejected): found is Rejected => 'ok' in found

/** The views that the person made and has not removed. */
const keptOf = ({ views }: SavedViewState, ownerId: string) =>
  views.filter((view) => view.ownerId === ownerId && !view.removed)

const fold = (name: string) => name.normalize('NFC').toLocaleLowerCase('en')

/** A person’s views of a list have different names. */
const refuseName = (
  state: SavedViewState,
  { list, ownerId, name, viewId }: Pick<KnownView, 'list' | 'ownerId' | 'name' | 'viewId'>,
): Rejected | undefined =>
  keptOf(state, ownerId).some(
    (view) => view.list === list && view.viewId !== viewId && fold(view.name) === fold(name),
  )
    ? reject('DUPLICATE', 'You already have a view with this name.', {
        errors: [{ pointer: '/name', detail: 'You already have a view with this name.' }],
      })
    : undefined

const refuseOneMore = (state: SavedViewState, ownerId: string): Rejected | undefined =>
  keptOf(state, ownerId).length >= MAX_VIEWS_OF_PERSON
    ? reject(
        'LIMIT_EXCEEDED',
        `You can save up to ${MAX_VIEWS_OF_PERSON} views. Remove one that you no longer need.`,
        { limit: MAX_VIEWS_OF_PERSON },
      )
    : undefined

const refuseSharing = ({ views }: SavedViewState): Rejected | undefined =>
  views.filter(({ shared, removed }) => shared && !removed).length >= MAX_SHARED_VIEWS
    ? reject('LIMIT_EXCEEDED', `A team can share up to ${MAX_SHARED_VIEWS} views.`, {
        limit: MAX_SHARED_VIEWS,
      })
    : undefined

const refuseQuery = (list: ViewList, query: Pick<Query, 'filter' | 'order'>): Rejected | undefined => {
  const errors = findQueryErrors(VIEW_LISTS[list], query)
  return errors.length === 0
    ? undefined
    : reject('VALIDATION_FAILED', 'This list can’t be filtered or sorted like this.', { errors })
}

/** The query with what a reader needs to see it. */
const describeQuery = (list: ViewList, { filter, order, columns }: Omit<Query, 'viewId'>) => ({
  filter,
  order,
  columns,
  needs: [...listNeededCapabilities(VIEW_LISTS[list], { filter, order })],
  listingIds: listNamedListings(VIEW_LISTS[list], filter)?.slice() ?? null,
})

const nextPosition = ({ views }: SavedViewState) => Math.max(0, ...views.map(({ position }) => position)) + 1

/** The view that stands beside this one among the person’s own, shared or not, of the list. */
const findNeighbor = (state: SavedViewState, view: KnownView, direction: 'left' | 'right') => {
  const row = keptOf(state, view.ownerId)
    .filter(({ list, shared }) => list === view.list && shared === view.shared)
    .toSorted((a, b) => a.position - b.position)
  return row[row.indexOf(view) + (direction === 'left' ? -1 : 1)]
}

/** Views of lists, personal or shared with the team (docs/domain/saved-view.md). */
export const savedView: Decider<SavedViewState, SavedViewCommand, SavedViewEvent> = {
  ...savedViewFold,
  decide: {
    SaveView: ({ list, name, shared, ...query }, state, { id: hostAccountId, actor, idFor }) => {
      const viewId = idFor('view')
      const ownerId = actor.id
      const refusal =
        refuseQuery(list, query) ??
        refuseName(state, { list, ownerId, name, viewId }) ??
        refuseOneMore(state, ownerId) ??
        (shared ? refuseSharing(state) : undefined)
      if (refusal) return refusal
      const of = { viewId, hostAccountId, list, name, ownerId, shared, position: nextPosition(state) }
      return accept([{ type: 'ViewSaved', data: { ...of, ...describeQuery(list, query) } }])
    },
    RenameView: ({ viewId, name }, state, { actor }) => {
      const view = findOwn(state, viewId, actor)
      if (isRejected(view)) return view
      if (view.name === name) return accept([])
      return refuseName(state, { ...view, name }) ?? accept([{ type: 'ViewRenamed', data: { viewId, name } }])
    },
    UpdateView: ({ viewId, ...query }, state, { actor }) => {
      const view = findOwn(state, viewId, actor)
      if (isRejected(view)) return view
      const data = { viewId, ...describeQuery(view.list, query) }
      return refuseQuery(view.list, query) ?? accept([{ type: 'ViewUpdated', data }])
    },
    ShareView: ({ viewId, shared }, state, { actor }) => {
      const view = findOwn(state, viewId, actor)
      if (isRejected(view)) return view
      if (view.shared === shared) return accept([])
      return (
        (shared ? refuseSharing(state) : undefined) ??
        accept([{ type: 'ViewShared', data: { viewId, shared } }])
      )
    },
    MoveView: ({ viewId, direction }, state, { actor }) => {
      const view = findOwn(state, viewId, actor)
      if (isRejected(view)) return view
      const other = findNeighbor(state, view, direction)
      if (other === undefined) return accept([])
      return accept([
        { type: 'ViewMoved', data: { viewId, position: other.position } },
        { type: 'ViewMoved', data: { viewId: other.viewId, position: view.position } },
      ])
    },
    RemoveView: ({ viewId }, state, { actor }) => {
      const found = findOwn(state, viewId, actor)
      // An owner of the account may remove what others share.
      if (isRejected(found) && !(found === ofAnother && actor.role === 'owner')) return found
      return accept([{ type: 'ViewRemoved', data: { viewId } }], {
        undo: { command: 'RestoreView', expiresAt: null },
      })
    },
    RestoreView: ({ viewId }, state, { actor }) => {
      const view = state.views.find((one) => one.viewId === viewId)
      const isAllowed = view && (view.ownerId === actor.id || (view.shared && actor.role === 'owner'))
      if (!isAllowed) return unknown
      if (!view.removed) return accept([])
      return (
        refuseName(state, view) ??
        refuseOneMore(state, view.ownerId) ??
        (view.shared ? refuseSharing(state) : undefined) ??
        accept([{ type: 'ViewRestored', data: { viewId } }])
      )
    },
  },
}
