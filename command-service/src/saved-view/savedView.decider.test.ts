import {
  MAX_SHARED_VIEWS,
  MAX_VIEWS_OF_PERSON,
  type SavedViewCommand,
  type SavedViewEvent,
} from '@hearth/contracts/saved-view'
import type { Actor, OfType } from '@hearth/contracts/kernel/message'
import { describe, test } from 'vitest'
import { given, OWNER } from '../testing/given.ts'
import { savedView } from './savedView.decider.ts'

const ACCOUNT = 'account'
const COHOST: Actor = { id: 'ben', kind: 'host', role: 'cohost_full', name: 'Ben' }
const by = (actor: Actor) => ({ id: ACCOUNT, actor, idFor: () => 'new', facts: {} })
const byOwner = by(OWNER)
const byCoHost = by(COHOST)

type Save = OfType<SavedViewCommand, 'SaveView'>
const query: Pick<Save['data'], 'filter' | 'order' | 'columns'> = {
  filter: { status: ['confirmed'] },
  order: { field: 'checkIn', direction: 'ASC' },
  columns: null,
}
const save: Save = { type: 'SaveView', data: { list: 'bookings', name: 'Arrivals', shared: false, ...query } }
type Saved = OfType<SavedViewEvent, 'ViewSaved'>
const saved = (viewId: string, data: Partial<Saved['data']> = {}): Saved => ({
  type: 'ViewSaved',
  data: {
    viewId,
    hostAccountId: ACCOUNT,
    list: 'bookings',
    name: `View ${viewId}`,
    ownerId: OWNER.id,
    shared: false,
    position: 1,
    ...query,
    filter: {},
    needs: [],
    listingIds: null,
    ...data,
  },
})
const removed = (viewId: string) => ({ type: 'ViewRemoved', data: { viewId } }) as const
const manyViews = (count: number, data: (index: number) => Partial<Saved['data']>) =>
  Array.from({ length: count }, (_, index) => saved(`v${index}`, { position: index + 1, ...data(index) }))

describe('saving a view', () => {
  test('records who made it, after those that exist', () => {
    given(savedView, saved('a', { position: 4 }))
      .when(save, byCoHost)
      .thenEvents({
        type: 'ViewSaved',
        data: { viewId: 'new', hostAccountId: ACCOUNT, ownerId: COHOST.id, position: 5, needs: [] },
      })
  })
  test('records what a reader must be allowed to see', () =>
    given(savedView)
      .when(
        {
          ...save,
          data: {
            ...save.data,
            filter: { q: 'Ada', listingId: 'l1' },
            order: { field: 'hostPayoutMinor', direction: 'DESC' },
          },
        },
        byOwner,
      )
      .thenEvents({
        type: 'ViewSaved',
        data: { needs: ['booking.details', 'booking.money'], listingIds: ['l1'] },
      }))
  test('is refused for a filter or an order that the list does not have', () => {
    given(savedView)
      .when({ ...save, data: { ...save.data, filter: { color: 'red' } } }, byOwner)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/filter/color' }] })
    given(savedView)
      .when({ ...save, data: { ...save.data, filter: { status: 'lost' } } }, byOwner)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/filter/status' }] })
    given(savedView)
      .when({ ...save, data: { ...save.data, order: { field: 'color', direction: 'ASC' } } }, byOwner)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/order/field' }] })
  })
  test('needs a name that the person does not use in this list', () => {
    given(savedView, saved('a', { name: 'arrivals' }))
      .when(save, byOwner)
      .thenRefused('DUPLICATE')
    given(savedView, saved('a', { name: 'arrivals' }))
      .when(save, byCoHost)
      .thenEvents({ type: 'ViewSaved' })
    given(savedView, saved('a', { name: 'Arrivals', list: 'listings' }))
      .when(save, byOwner)
      .thenEvents({ type: 'ViewSaved' })
    given(savedView, saved('a', { name: 'Arrivals' }), removed('a'))
      .when(save, byOwner)
      .thenEvents({ type: 'ViewSaved' })
  })
  test('is limited for each person, and for the team', () => {
    const mine = manyViews(MAX_VIEWS_OF_PERSON, () => ({}))
    given(savedView, ...mine)
      .when(save, byOwner)
      .thenRefused('LIMIT_EXCEEDED')
    given(savedView, ...mine)
      .when(save, byCoHost)
      .thenEvents({ type: 'ViewSaved' })
    const shared = manyViews(MAX_SHARED_VIEWS, (index) => ({ ownerId: `p${index}`, shared: true }))
    given(savedView, ...shared)
      .when(save, byOwner)
      .thenEvents({ type: 'ViewSaved' })
    given(savedView, ...shared)
      .when({ ...save, data: { ...save.data, shared: true } }, byOwner)
      .thenRefused('LIMIT_EXCEEDED')
    given(savedView, ...shared, saved('mine'))
      .when({ type: 'ShareView', data: { viewId: 'mine', shared: true } }, byOwner)
      .thenRefused('LIMIT_EXCEEDED')
  })
})

describe('changing a view', () => {
  const rename = { type: 'RenameView', data: { viewId: 'a', name: 'Departures' } } as const
  test('is for the person who made it', () => {
    given(savedView, saved('a'))
      .when(rename, byOwner)
      .thenEvents({ type: 'ViewRenamed', data: { name: 'Departures' } })
    given(savedView, saved('a', { shared: true }))
      .when(rename, byCoHost)
      .thenRefused('FORBIDDEN')
    given(savedView, saved('a', { ownerId: COHOST.id, shared: true }))
      .when(rename, byOwner)
      .thenRefused('FORBIDDEN')
  })
  test('answers for a personal view of another as for an unknown one', () => {
    const viewId = 'a'
    const commands: readonly SavedViewCommand[] = [
      rename,
      { type: 'UpdateView', data: { viewId, ...query } },
      { type: 'ShareView', data: { viewId, shared: true } },
      { type: 'MoveView', data: { viewId, direction: 'left' } },
      { type: 'RemoveView', data: { viewId } },
      { type: 'RestoreView', data: { viewId } },
    ]
    for (const command of commands)
      given(savedView, saved('a')).when(command, byCoHost).thenRefused('NOT_FOUND')
    given(savedView).when(rename, byOwner).thenRefused('NOT_FOUND')
    given(savedView, saved('a'), removed('a')).when(rename, byOwner).thenRefused('NOT_FOUND')
  })
  test('changes nothing where it already is so', () => {
    given(savedView, saved('a', { name: 'Departures' }))
      .when(rename, byOwner)
      .thenNothing()
    given(savedView, saved('a'))
      .when({ type: 'ShareView', data: { viewId: 'a', shared: false } }, byOwner)
      .thenNothing()
    given(savedView, saved('a'))
      .when({ type: 'MoveView', data: { viewId: 'a', direction: 'left' } }, byOwner)
      .thenNothing()
  })
  test('cannot take the name of another view of the person', () =>
    given(savedView, saved('a'), saved('b', { name: 'departures' }))
      .when(rename, byOwner)
      .thenRefused('DUPLICATE'))
  test('stores another query, checked like the first', () => {
    const update: OfType<SavedViewCommand, 'UpdateView'> = {
      type: 'UpdateView',
      data: { viewId: 'a', ...query, filter: { q: 'Ada' } },
    }
    given(savedView, saved('a'))
      .when(update, byOwner)
      .thenEvents({ type: 'ViewUpdated', data: { filter: { q: 'Ada' }, needs: ['booking.details'] } })
    given(savedView, saved('a', { list: 'listings' }))
      .when({ ...update, data: { ...update.data, filter: { stay: {} } } }, byOwner)
      .thenRefused('VALIDATION_FAILED')
  })
  test('swaps places with the neighbor that is shared alike', () =>
    given(
      savedView,
      saved('a', { position: 1 }),
      saved('team', { position: 2, shared: true }),
      saved('b', { position: 3 }),
    )
      .when({ type: 'MoveView', data: { viewId: 'a', direction: 'right' } }, byOwner)
      .thenEvents(
        { type: 'ViewMoved', data: { viewId: 'a', position: 3 } },
        { type: 'ViewMoved', data: { viewId: 'b', position: 1 } },
      ))
})

describe('removing a view', () => {
  const remove = { type: 'RemoveView', data: { viewId: 'a' } } as const
  const restore = { type: 'RestoreView', data: { viewId: 'a' } } as const
  test('can be undone', () => {
    given(savedView, saved('a')).when(remove, byOwner).thenEvents(removed('a'))
    given(savedView, saved('a'), removed('a')).when(restore, byOwner).thenEvents({ type: 'ViewRestored' })
    given(savedView, saved('a')).when(restore, byOwner).thenNothing()
  })
  test('is open to owners of the account for what others share', () => {
    const theirs = saved('a', { ownerId: COHOST.id, shared: true })
    given(savedView, theirs).when(remove, byOwner).thenEvents({ type: 'ViewRemoved' })
    given(savedView, theirs, removed('a')).when(restore, byOwner).thenEvents({ type: 'ViewRestored' })
    given(savedView, saved('a', { shared: true }))
      .when(remove, byCoHost)
      .thenRefused('FORBIDDEN')
  })
  test('is not undone where the name or the place is taken', () => {
    given(savedView, saved('a', { name: 'x' }), removed('a'), saved('b', { name: 'X' }))
      .when(restore, byOwner)
      .thenRefused('DUPLICATE')
    given(savedView, saved('a'), removed('a'), ...manyViews(MAX_VIEWS_OF_PERSON, () => ({})))
      .when(restore, byOwner)
      .thenRefused('LIMIT_EXCEEDED')
  })
})
