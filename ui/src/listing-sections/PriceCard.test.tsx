import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { AdminContext, memoryStore, useGetOne } from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dataProvider } from '../data/records/dataProvider.ts'
import { forgetPatches } from '../data/records/pendingPatches.ts'
import { queryClient } from '../data/records/queryClient.ts'
import type { Listing } from '../data/records/records.ts'
import { i18nProvider } from '../i18n/i18nProvider.ts'
import { fakeApi } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { PriceCard } from './PriceCard.tsx'

const pricing = {
  baseNightMinor: 21_400,
  weekendNightMinor: null,
  weekdayOverrides: [],
  dateOverrides: [{ date: '2026-12-31', nightMinor: 40_000 }],
  weeklyDiscountBps: 0,
  monthlyDiscountBps: 0,
  cleaningFeeMinor: 7500,
  petFeeMinor: 0,
  extraGuest: null,
}
const listing = { id: 'l1', revision: 3, title: 'Juniper Cabin', currency: 'USD', pricing }

const Card = () => {
  const { data } = useGetOne<Listing>('listings', { id: 'l1' })
  return data ? <PriceCard listing={data} /> : null
}
const open = () =>
  render(
    <RouterProvider
      router={createMemoryRouter([
        {
          path: '*',
          element: (
            <AdminContext
              dataProvider={dataProvider}
              i18nProvider={i18nProvider}
              queryClient={queryClient}
              store={memoryStore()}
            >
              <Card />
            </AdminContext>
          ),
        },
      ])}
    />,
  )

beforeEach(() => {
  queryClient.clear()
  forgetPatches()
})
afterEach(() => vi.unstubAllGlobals())

it('shows both values after another person changed the price, and overwrites only on request', async () => {
  let now = listing
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities: ['listing.price', 'listing.write'] } }),
    'GET /api/listings/l1': () => ({ body: now }),
    'POST /api/listings/l1/set-pricing': ({ headers }) => {
      if (headers.get('If-Match') === '"4"')
        return { body: { id: 'l1', revision: 5, events: ['PricingChanged'] } }
      now = { ...listing, revision: 4, pricing: { ...pricing, baseNightMinor: 21_500 } }
      return {
        status: 412,
        body: {
          type: 'urn:problem:revision-stale',
          title: 'This changed since you loaded it',
          status: 412,
          code: 'REVISION_STALE',
        },
      }
    },
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Change: Price' }))
  expect(screen.getByLabelText('Nightly price')).toHaveFocus()
  fireEvent.change(screen.getByLabelText('Nightly price'), { target: { value: 'much' } })
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter an amount')
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  fireEvent.change(screen.getByLabelText('Nightly price'), { target: { value: '219,5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))

  const row = await screen.findByRole('row', { name: 'Nightly price 215.00 USD 219.50 USD' })
  expect(row).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Keep my change' }))
  await waitFor(() => expect(screen.queryByLabelText('Nightly price')).toBeNull())
  const sent = calls.filter(({ method }) => method === 'POST')
  expect(sent.map(({ headers }) => headers.get('If-Match'))).toEqual(['"3"', '"4"'])
  expect(sent.at(-1)?.body).toEqual({ pricing: { ...pricing, baseNightMinor: 21_950 } })
  expect(screen.getByText('219.50 USD')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Change: Price' })).toHaveFocus()
})

it('keeps what another person changed in another field, says so, and sends both', async () => {
  let now = listing
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities: ['listing.price', 'listing.write'] } }),
    'GET /api/listings/l1': () => ({ body: now }),
    'POST /api/listings/l1/set-pricing': () => ({ body: { id: 'l1', revision: 5, events: [] } }),
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Change: Price' }))
  fireEvent.change(screen.getByLabelText('Nightly price'), { target: { value: '219,5' } })
  now = { ...listing, revision: 4, pricing: { ...pricing, cleaningFeeMinor: 8000 } }
  await queryClient.invalidateQueries({ queryKey: ['listings'] })

  expect(await screen.findByRole('status')).toHaveTextContent('Someone changed another part')
  expect(screen.getByLabelText('Cleaning fee')).toHaveValue('80')
  expect(screen.getByLabelText('Nightly price')).toHaveValue('219,5')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByLabelText('Nightly price')).toBeNull())
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.headers.get('If-Match')).toBe('"4"')
  expect(sent?.body).toEqual({
    pricing: { ...pricing, baseNightMinor: 21_950, cleaningFeeMinor: 8000 },
  })
})
