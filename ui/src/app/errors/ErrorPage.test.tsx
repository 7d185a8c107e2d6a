import { screen } from '@testing-library/react'
import { HttpError } from 'react-admin'
import { expect, it } from 'vitest'
import { fakeApi } from '../../test/fakeApi.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { ErrorPage } from './ErrorPage.tsx'

const failure = (status: number, code: string, facts: object = {}) =>
  new HttpError(code, status, { type: '', title: code, status, code, ...facts })

it('shows a general text with the digest that the server supplied', () => {
  renderAt('/bookings', <ErrorPage error={failure(500, 'INTERNAL', { digest: '1f3a9c02' })} />)
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(
    `Application error: a server-side exception has occurred while loading ${location.host}`,
  )
  expect(screen.getByText('Digest: 1f3a9c02')).toBeVisible()
})

it('shows an exception of the page as a client-side error', () => {
  renderAt('/bookings', <ErrorPage error={new TypeError('x is not a function')} />)
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(
    'Application error: a client-side exception has occurred',
  )
})

it('shows separate pages for 401, 403 and 404', async () => {
  fakeApi({})
  const at = (error: unknown) => renderAt('/bookings', <ErrorPage error={error} />)
  const signedOut = at(failure(401, 'UNAUTHENTICATED'))
  expect(await screen.findByTestId('address')).toHaveTextContent('/login')
  signedOut.unmount()
  const forbidden = at(failure(403, 'FORBIDDEN', { capability: 'team.read' }))
  expect(await screen.findByTestId('address')).toHaveTextContent('/unauthorized')
  forbidden.unmount()
  at(failure(404, 'NOT_FOUND'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})
