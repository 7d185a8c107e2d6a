import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import Unauthorized from './Unauthorized.tsx'

const show = (change: object) => {
  fakeApi({
    'GET /api/session': () => ({ body: { ...session, ...change } }),
    'GET /api/members': () =>
      list([
        { id: 'm1', userId: session.user.id, name: session.user.name },
        { id: 'm2', userId: 'u2', name: 'Bruno Vale' },
      ]),
  })
  renderAt('/unauthorized', <Unauthorized />)
}

it('tells an owner that the page is open to them, and offers no request', async () => {
  show({ capabilities: ['team.read', 'team.ask'] })
  expect(await screen.findByText('You have access')).toBeVisible()
  expect(screen.queryByText(/can give you access/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Request access' })).toBeNull()
})

it('names the owners to another member, never the reader', async () => {
  show({ role: 'cohost_full', capabilities: ['team.read'] })
  expect(await screen.findByText(/Bruno Vale can give you access/)).toBeVisible()
  expect(screen.queryByText(/Clara Vale or/)).toBeNull()
  expect(screen.queryByText(/403/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Copy details' })).toBeVisible()
})
