import { screen } from '@testing-library/react'
import { HttpError } from 'react-admin'
import { expect, it } from 'vitest'
import { fakeApi } from '../../test/fakeApi.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { ErrorPage } from './ErrorPage.tsx'

const failure = (status: number, code: string, facts: object = {}) =>
  new HttpError(code, status, { type: '', title: code, status, code, ...facts })

it('says in the generic words whose side broke, with the digest that the server supplied', () => {
  renderAt('/bookings', <ErrorPage error={failure(500, 'INTERNAL', { digest: '1f3a9c02' })} />)
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(
    `Application error: a server-side exception has occurred while loading ${location.host}`,
  )
  expect(screen.getByText('Digest: 1f3a9c02')).toBeVisible()
})

it('blames the page for its own faults', () => {
  renderAt('/bookings', <ErrorPage error={new TypeError('x is not a function')} />)
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(
    'Application error: a client-side exception has occurred',
  )
})

it('leads 401, 403 and 404 to their own places', async () => {
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
