import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { queryClient } from '../data/records/queryClient.ts'
import { fakeApi, list } from '../test/fakeApi.ts'
import { renderAt } from '../test/renderAt.tsx'
import ConfirmPage from './ConfirmPage.tsx'
import { scheduled } from './testing/scheduled.ts'
import { usePhotoshoot } from './usePhotoshoot.ts'

/** Knows of no photo shoot, and opens the details of one while that is being read again. */
const Reserve = () => {
  const [reserved, setReserved] = useState(false)
  const { none } = usePhotoshoot('l1')
  if (reserved) return <ConfirmPage />
  const reserve = () => {
    void queryClient.invalidateQueries({ queryKey: ['photoshoots'] })
    setReserved(true)
  }
  return none && <button onClick={reserve}>Reserve</button>
}

it('waits for the reserved slot instead of sending the host back to choose one', async () => {
  let rows: object[] = []
  const { calls } = fakeApi({ 'GET /api/photoshoots': () => list(rows) })
  renderAt(
    '/onboarding/l1/photoshoot/confirm',
    <Routes>
      <Route path="/onboarding/:listingId/photoshoot/confirm" element={<Reserve />} />
      <Route path="/onboarding/:listingId/photoshoot" element={<p>Choose a time</p>} />
    </Routes>,
  )
  const reserve = await screen.findByRole('button', { name: 'Reserve' })
  rows = [{ ...scheduled, status: 'requested' }]
  fireEvent.click(reserve)
  await waitFor(() => expect(calls.filter(({ path }) => path === '/api/photoshoots')).toHaveLength(2))
  expect(await screen.findByRole('heading', { level: 1, name: /Confirm the photo shoot/ })).toBeVisible()
  expect(screen.queryByText('Choose a time')).toBeNull()
})
