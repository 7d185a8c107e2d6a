import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { AdminContext, memoryStore } from 'react-admin'
import { NO_PAYOUT_ACCOUNT, type PayoutMethod } from '@hearth/contracts/payout-account'
import { expect, it } from 'vitest'
import { dataProvider } from '../../data/records/dataProvider.ts'
import { queryClient } from '../../data/records/queryClient.ts'
import { i18nProvider } from '../../i18n/i18nProvider.ts'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import PayoutSettingsPage from './PayoutSettingsPage.tsx'

const PAST = '2026-01-01T00:00:00.000Z'
const FUTURE = '2999-01-01T00:00:00.000Z'
const method = (methodId: string, values: Partial<PayoutMethod> = {}): PayoutMethod => ({
  methodId,
  type: 'sepa',
  currency: 'EUR',
  country: 'DE',
  holderName: 'Clara Vale',
  bankName: 'Sparkasse',
  last4: '3000',
  vaultRef: 'v',
  addedAt: PAST,
  usableFrom: PAST,
  deposits: 'confirmed',
  holder: 'matches',
  wrongTries: 0,
  failure: null,
  verifiedAt: PAST,
  ...values,
})
const row = {
  ...NO_PAYOUT_ACCOUNT,
  id: 'a1',
  tenantId: 'a1',
  revision: 3,
  unclearHolders: 0,
  changedAt: PAST,
}
const account = {
  id: 'a1',
  tenantId: 'a1',
  revision: 2,
  displayName: 'Vale Stays',
  country: 'DE',
  defaultCurrency: 'EUR',
  legalName: 'Clara Vale',
}

const open = (more: Parameters<typeof fakeApi>[0]) => {
  const { calls } = fakeApi({
    'GET /api/session': () => ({
      body: { ...session, capabilities: ['payout-account.read', 'payout-account.write', 'listing.read'] },
    }),
    'GET /api/accounts/a1': () => ({ body: account }),
    'GET /api/listings': () => list([]),
    'GET /api/payout-accounts': () => list([]),
    ...more,
  })
  queryClient.clear()
  queryClient.setDefaultOptions({
    ...queryClient.getDefaultOptions(),
    queries: { ...queryClient.getDefaultOptions().queries, retry: false },
  })
  const page = (
    <AdminContext
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={memoryStore()}
    >
      <PayoutSettingsPage />
    </AdminContext>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />)
  return calls
}

it('shows the reason at the field, keeps the input, and sends only the fields of the method', async () => {
  const calls = open({
    'POST /api/payout-accounts/a1/add-method': () => ({
      status: 422,
      body: {
        type: 'urn:problem:validation-failed',
        title: 'Wrong',
        status: 422,
        code: 'VALIDATION_FAILED',
        errors: [{ pointer: '/bank/iban', detail: 'has the wrong length for its country' }],
      },
    }),
  })
  expect(await screen.findByText('No bank account yet')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add a bank account' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByLabelText('Account holder')).toHaveValue('Clara Vale')
  await userEvent.click(within(dialog).getByLabelText('IBAN'))
  await userEvent.paste('DE89 3704 0044 0532 0130')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add account' }))
  expect(await within(dialog).findByText('IBAN has the wrong length for its country.')).toBeVisible()
  expect(within(dialog).getAllByRole('alert')).toHaveLength(1)
  expect(calls.findLast(({ method: verb }) => verb === 'POST')?.body).toEqual({
    currency: 'EUR',
    holderName: 'Clara Vale',
    bankName: null,
    bank: { type: 'sepa', iban: 'DE893704004405320130' },
  })
  await userEvent.type(within(dialog).getByLabelText('IBAN'), '0')
  expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument()
})

it('reads deposits in units of the currency and shows how many attempts are left', async () => {
  let tries = 1
  const calls = open({
    'GET /api/payout-accounts': () =>
      list([
        { ...row, methods: { m: method('m', { deposits: 'sent', verifiedAt: null, wrongTries: tries }) } },
      ]),
    'POST /api/payout-accounts/a1/verify-method': () => {
      tries = 2
      return { body: { id: 'a1', revision: 4, events: ['PayoutMethodVerificationFailed'] } }
    },
  })
  const form = await screen.findByRole('form', { name: 'Verify Sparkasse …3000' })
  await userEvent.type(within(form).getByLabelText('First deposit'), '1.00')
  expect(within(form).getByText('Enter an amount between 0.01 EUR and 0.99 EUR.')).toBeVisible()
  await userEvent.clear(within(form).getByLabelText('First deposit'))
  await userEvent.type(within(form).getByLabelText('First deposit'), '0.32')
  await userEvent.type(within(form).getByLabelText('Second deposit'), '0,07')
  await userEvent.click(within(form).getByRole('button', { name: 'Verify' }))
  await waitFor(() => expect(within(form).getByRole('alert')).toHaveTextContent('You have 1 attempt left.'))
  expect(calls.find(({ method: verb }) => verb === 'POST')?.body).toEqual({
    methodId: 'm',
    firstMinor: 32,
    secondMinor: 7,
  })
})

it('shows which bank account is paid until the new one is ready, and what stops payouts', async () => {
  const holds = {
    h: {
      holdId: 'h',
      reason: 'kyc' as const,
      methodId: null,
      placedAt: PAST,
      until: null,
      whatToDo: 'Send us your passport.',
    },
  }
  open({
    'GET /api/payout-accounts': () =>
      list([
        {
          ...row,
          methods: {
            old: method('old'),
            new: method('new', { bankName: 'Postbank', last4: '4711', usableFrom: FUTURE }),
          },
          defaults: { EUR: ['old', 'new'] },
          holds,
        },
      ]),
  })
  expect(await screen.findByText('Send us your passport.')).toBeVisible()
  const placeHold = screen.getByText('In EUR').parentElement as HTMLElement
  expect(within(placeHold).getByText('Sparkasse …3000')).toBeVisible()
  expect(
    within(placeHold).getByText(/^Postbank …4711 from Tue 1 Jan 2999|^Postbank …4711 from .* 2998/),
  ).toBeVisible()
})

it('shows an error when the settings fail to load', async () => {
  open({
    'GET /api/payout-accounts': () => ({
      status: 500,
      body: { type: 'urn:problem:internal', title: 'Broken', status: 500, code: 'INTERNAL' },
    }),
  })
  expect(await screen.findByText('Couldn’t load your payout settings')).toBeVisible()
})
