import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi } from '../../test/fakeApi.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'

it('says how many changes wait on a page that starts without an answer of the server', async () => {
  localStorage.setItem('hearth.last-person', 'hearth.command/u1/a1/')
  localStorage.setItem('hearth.command/u1/a1/k1', '{}')
  localStorage.setItem('hearth.command/u2/a1/k2', '{}')
  fakeApi({
    'GET /api/session': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  renderAt('/', <OfflineBanner />)
  expect(await screen.findByText('You’re offline.')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent(/1 change is waiting/)
  expect(screen.getByRole('status')).not.toHaveTextContent(/Showing data/)
})
