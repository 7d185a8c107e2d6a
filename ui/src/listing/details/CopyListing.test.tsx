import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Listing } from '../../data/records/records.ts'
import { fakeApi } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { CopyListing } from './CopyListing.tsx'

const listing = { id: 'l1', revision: 1, title: 'Cedar House' } as Listing

it('asks for the address of the new place, and shows an error once, at its line', async () => {
  fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities: ['listing.write'] } }),
    'POST /api/listing-copies': () => ({
      status: 422,
      body: {
        type: 'urn:problem:validation-failed',
        title: 'Some fields need correcting',
        status: 422,
        code: 'VALIDATION_FAILED',
        errors: [{ pointer: '/address/postalCode', detail: 'must be one of this country' }],
      },
    }),
  })
  renderAt('/listings/l1', <CopyListing listing={listing} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Duplicate listing' }))
  const dialog = within(await screen.findByRole('dialog'))
  const submit = dialog.getByRole('button', { name: 'Duplicate' })
  expect(submit).toBeDisabled()
  fireEvent.change(dialog.getByLabelText('Country'), { target: { value: 'PT' } })
  fireEvent.change(dialog.getByLabelText('Street and number'), { target: { value: 'Rua 1' } })
  fireEvent.change(dialog.getByLabelText('City'), { target: { value: 'Porto' } })
  fireEvent.click(submit)
  expect(await dialog.findByText('It must be one of this country.')).toBeVisible()
  expect(dialog.getAllByRole('alert')).toHaveLength(1)
})
