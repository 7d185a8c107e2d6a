import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderAt } from '../../test/renderAt.tsx'
import { ErrorState } from './ErrorState.tsx'

const detail = 'There are too many rows for this order or filter. Narrow the list by account.'
const error = {
  status: 422,
  body: {
    code: 'NARROW_FIRST',
    status: 422,
    title: 'Narrow the list first',
    type: '',
    detail,
    order: 'checkIn',
  },
}
const open = (path: string) =>
  renderAt(path, <ErrorState title="These bookings didn’t load" error={error} onRetry={() => undefined} />)
const readSearch = () =>
  decodeURIComponent(screen.getByTestId('address').textContent.replace('/bookings', ''))

it('says how to narrow a list, and returns to its usual order', async () => {
  open('/bookings?sort=guestName&order=DESC&filter={"source":"vrbo"}&page=3')
  expect(screen.getByText(detail)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Use the usual order' }))
  expect(readSearch()).toBe('?sort=checkIn&order=DESC&filter={"source":"vrbo"}&page=1')
})

it('clears the filters where the order is already the usual one', async () => {
  open('/bookings?sort=checkIn&order=ASC&filter={"source":"vrbo"}&page=3')
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(readSearch()).toBe('?sort=checkIn&order=ASC&filter={}&page=1')
})
