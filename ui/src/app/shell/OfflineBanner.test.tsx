import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { useGetOne } from 'react-admin'
import { afterEach, expect, it } from 'vitest'
import { fakeApi } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'

afterEach(() => onlineManager.setOnline(true))

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
  expect(screen.getByRole('status')).toHaveTextContent(/This page opens by itself when you’re back online/)
})

const Page = () => {
  const { data } = useGetOne('listings', { id: 'l1' }, { retry: false })
  return <p>{data ? data['title'] : 'nothing'}</p>
}

it.each([
  ['names the time of the data that is shown', true, /Showing data from/],
  ['promises no data where none has loaded', false, /^You’re offline\. What’s missing here will load/],
] as const)('%s', async (_, loads, text) => {
  fakeApi({
    'GET /api/session': () => ({ body: session }),
    'GET /api/listings/l1': () => {
      if (!loads) throw new TypeError('Failed to fetch')
      return { body: { id: 'l1', title: 'Cedar House' } }
    },
  })
  renderAt(
    '/',
    <>
      <OfflineBanner />
      <Page />
    </>,
  )
  await screen.findByText(loads ? 'Cedar House' : 'nothing')
  act(() => onlineManager.setOnline(false))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text))
})
