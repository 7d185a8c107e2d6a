import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { UndoableAction } from '@hearth/contracts/undo'
import { fakeApi, type Reply } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import UndoPanel from './UndoPanel.tsx'

const removed: UndoableAction = {
  id: 'e1',
  type: 'BlockRemoved',
  at: '2026-07-16T13:00:00.000Z',
  listingTitle: 'Cedar House',
  start: '2026-09-10',
  end: '2026-09-12',
  code: null,
  guestName: null,
  until: '2126-08-15T13:00:00.000Z',
  undo: { collection: 'blocks', target: 'k1', verb: 'restore', body: { listingId: 'l1' } },
}
afterEach(() => vi.unstubAllGlobals())

const openUndo = (actions: () => Reply) => {
  const api = fakeApi({
    'GET /api/session': () => ({ body: session }),
    'GET /api/undoable-actions': actions,
    'POST /api/blocks/k1/restore': () => ({ body: { id: 'k1', revision: 3, events: ['BlockRestored'] } }),
  })
  renderAt('/', <UndoPanel onClose={() => undefined} />)
  return api
}

it('says what was done where and until when, and sends what undoes it', async () => {
  let actions = [removed]
  const { calls } = openUndo(() => ({ body: { actions } }))
  const item = await screen.findByRole('listitem')
  expect(item).toHaveTextContent(
    /Removed a block.*Cedar House.*Thu 10 – Sat 12 Sep 2026.*16 Jul 2026.*Until .*2126/,
  )
  actions = []
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Removed a block, Cedar House' }))
  await waitFor(() => expect(screen.getByText('Nothing to undo')).toBeVisible())
  const sent = calls.find(({ method }) => method === 'POST')
  expect([sent?.path, sent?.body]).toEqual(['/api/blocks/k1/restore', { listingId: 'l1' }])
})

it('hides what is over', async () => {
  openUndo(() => ({ body: { actions: [{ ...removed, until: '2026-07-16T13:10:00.000Z' }] } }))
  expect(await screen.findByText('Nothing to undo')).toBeVisible()
})

it('says that the list couldn’t be loaded', async () => {
  openUndo(() => ({ status: 503, body: { type: '', title: '', status: 503, code: 'UNAVAILABLE' } }))
  expect(await screen.findByText('Couldn’t load your recent actions')).toBeVisible()
})
