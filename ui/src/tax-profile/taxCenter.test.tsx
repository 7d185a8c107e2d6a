import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { AdminContext, memoryStore } from 'react-admin'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { NO_TAX_PROFILE, type TaxDocument, type TaxProfile } from '@hearth/contracts/tax-profile'
import { expect, it } from 'vitest'
import { dataProvider } from '../data/records/dataProvider.ts'
import { queryClient } from '../data/records/queryClient.ts'
import { i18nProvider } from '../i18n/i18nProvider.ts'
import { fakeApi, list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import Dac7Page from './Dac7Page.tsx'
import DraftPage from './DraftPage.tsx'
import { TaxDocumentsReport } from './documents/TaxDocumentsReport.tsx'
import FormPage from './FormPage.tsx'
import TaxCenterPage from './TaxCenterPage.tsx'

const ASKED = '2026-06-12T13:42:00.000Z'
const HOME = '0197a9c2-6f5e-7c31-9b1e-2f4c7a90d601'
const person = {
  legalName: 'Vale Stays LLC',
  businessName: null,
  street: '1 Hill Road',
  city: 'Hudson',
  region: 'NY',
  postalCode: '12534',
  country: 'US',
  birthDate: null,
  registerNumber: null,
}
const YEAR = new Date().getFullYear()
const line = {
  id: 'e1',
  day: `${YEAR}-03-02`,
  bookingId: 'b1',
  listingId: 'l1',
  text: 'Earnings of a stay from 2026-03-05',
  amountMinor: 1_422_000,
}
const preview = {
  year: YEAR,
  timezone: 'UTC',
  asOf: ASKED,
  forms: [
    {
      form: '1099-K',
      boxes: [
        { box: '1a', kind: 'amount', value: 1_422_000 },
        { box: '3', kind: 'count', value: 61 },
        { box: '5c', kind: 'amount', value: 1_422_000 },
      ],
    },
  ],
  dac7: [{ currency: 'EUR', quarter: 1, grossMinor: 90_000, feesMinor: 13_950, nights: 6, stays: 2 }],
}
const row = (profile: Partial<TaxProfile>) => ({
  ...NO_TAX_PROFILE,
  ...profile,
  id: 'a1',
  tenantId: 'a1',
  revision: 3,
  status: 'incomplete',
  missing: [],
  changedAt: ASKED,
})

const open = (profile: Partial<TaxProfile> | null, path = '/tax-center', more: readonly string[] = []) => {
  const answer = { body: { id: 'a1', revision: 4, events: [] } }
  const { calls } = fakeApi({
    'GET /api/session': () => ({
      body: {
        ...session,
        capabilities: ['tax.status', 'tax.read', 'tax.answer', 'tax.write', 'listing.read', ...more],
      },
    }),
    'GET /api/tax-profiles': () => list(profile === null ? [] : [row(profile)]),
    'GET /api/accounts': () =>
      list([{ id: 'a1', displayName: 'Vale Stays', country: 'US', timezone: 'UTC' }]),
    'GET /api/accounts/a1': () => ({
      body: { id: 'a1', revision: 1, legalName: 'Vale Stays LLC', country: 'US', defaultCurrency: 'USD' },
    }),
    'GET /api/listings': () =>
      list([
        { id: HOME, title: 'Alfama Terrace', timezone: 'Europe/Lisbon', status: 'live', registration: null },
        { id: 'l2', title: 'Cedar House', timezone: 'America/New_York', status: 'live', registration: null },
      ]),
    'GET /api/rules': () => list([{ id: 'tax/1', body: FIRST_POLICIES.tax.body }]),
    'GET /api/tax-profiles/a1/preview': () => ({ body: preview }),
    'GET /api/tax-profiles/a1/preview-lines': () => ({ body: { lines: [line], totalMinor: 1_422_000 } }),
    'POST /api/tax-profiles/a1/save-answers': () => answer,
    'POST /api/tax-profiles/a1/submit-form': () => answer,
    'POST /api/tax-profiles/a1/submit-dac7': () => answer,
    'POST /api/tax-profiles/a1/issue-document': () => answer,
  })
  queryClient.clear()
  const routes = [
    { path: '/tax-center', element: <TaxCenterPage /> },
    { path: '/tax-center/form', element: <FormPage /> },
    { path: '/tax-center/dac7', element: <Dac7Page /> },
    { path: '/tax-center/draft', element: <DraftPage /> },
    {
      path: '/internal/reports',
      element: <TaxDocumentsReport year={YEAR - 1} findFileNumber={(id) => (id === 'd1' ? 2 : undefined)} />,
    },
  ].map(({ element, ...route }) => ({
    ...route,
    element: (
      <AdminContext
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={memoryStore()}
      >
        {element}
      </AdminContext>
    ),
  }))
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />)
  return () => calls.filter(({ method }) => method === 'POST').map(({ path: to, body }) => [to, body])
}

it('says what is missing, when payouts start to wait, and that nothing is withheld', async () => {
  open({ requests: { us: null, dac7: ASKED } })
  const timeline = within(await screen.findByRole('list', { name: 'What happens when' }))
  expect(timeline.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('12 Jun 2026We asked'),
    expect.stringContaining('26 Jun 2026Reminder 1'),
    expect.stringContaining('12 Jul 2026Reminder 2'),
    expect.stringContaining('27 Jul 2026Reminder 3'),
    expect.stringContaining('11 Aug 2026Payouts wait from here'),
  ])
  expect(screen.getByText('Nothing')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Add your details' })).toHaveAttribute('href', '/tax-center/dac7')
})

it('asks only what is needed, and goes on at the first question without an answer', async () => {
  const answers = { entity: 'company', usPerson: true, filesUsReturn: null, person: {} } as const
  const sent = open({ answers }, '/tax-center/form')
  expect(await screen.findByText('Question 3 of 4')).toBeInTheDocument()
  expect(screen.queryByText('US tax return')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await userEvent.click(await screen.findByRole('radio', { name: /^No/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
  await waitFor(() =>
    expect(sent()).toEqual([
      [
        '/api/tax-profiles/a1/save-answers',
        { entity: 'company', usPerson: false, filesUsReturn: null, person: {} },
      ],
    ]),
  )
})

it('signs the form that follows from the answers', async () => {
  const answers = { entity: 'company', usPerson: true, filesUsReturn: null, person } as const
  const sent = open({ answers }, '/tax-center/form')
  expect(await screen.findByRole('heading', { name: 'Sign the W-9' })).toBeInTheDocument()
  const sign = screen.getByRole('button', { name: 'Sign the form' })
  expect(sign).toBeDisabled()
  await userEvent.type(screen.getByRole('textbox', { name: /Employer identification/ }), '13-1234821')
  await userEvent.type(screen.getByRole('textbox', { name: /as a signature/ }), 'Ana Vale')
  await userEvent.click(screen.getByRole('checkbox', { name: /penalties of perjury/ }))
  await userEvent.click(sign)
  await waitFor(() =>
    expect(sent()).toEqual([
      [
        '/api/tax-profiles/a1/submit-form',
        {
          form: 'W9',
          entity: 'company',
          person,
          tin: { country: 'US', type: 'EIN', number: '13-1234821' },
          treatyCountry: null,
          signedName: 'Ana Vale',
          perjury: true,
        },
      ],
    ]),
  )
})

it('takes the EU details of a company with the land register of its homes in Europe', async () => {
  const sent = open({ requests: { us: null, dac7: ASKED } }, '/tax-center/dac7')
  // By label: searching by role reads the accessible names of 500 countries each time.
  const fill = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(await screen.findByLabelText('A company'))
  fill(/company register/, 'PT-4821')
  fill('Street and number', 'Rua da Bica 4')
  fill('Postal code', '1200-194')
  fill('City', 'Lisboa')
  fill('Country', 'PT')
  fill('Country of the tax number', 'PT')
  fill('Tax number', '501964843')
  fill(/Alfama Terrace/, '110656-2041')
  expect(screen.queryByLabelText(/Cedar House/)).toBeNull()
  fireEvent.click(screen.getByText('Submit details'))
  await waitFor(() =>
    expect(sent()).toMatchObject([
      [
        '/api/tax-profiles/a1/submit-dac7',
        {
          entity: 'company',
          person: { legalName: 'Vale Stays LLC', country: 'PT', registerNumber: 'PT-4821' },
          tins: [{ country: 'PT', type: 'foreign', number: '501964843' }],
          properties: [{ listingId: HOME, landRegistryNumber: '110656-2041' }],
        },
      ],
    ]),
  )
})

it('shows how far the year is from a 1099-K, and the rule of the state', async () => {
  const answers = { entity: 'company', usPerson: true, filesUsReturn: null, person: {} } as const
  open({ answers })
  expect(await screen.findByRole('meter', { name: 'Payments' })).toHaveAttribute(
    'aria-valuetext',
    '61 of 200',
  )
  expect(screen.getByRole('meter', { name: 'Paid by guests' })).toHaveAttribute('aria-valuenow', '71')
  expect(screen.getByText(/Not due so far/)).toBeInTheDocument()
})

it('opens a box of the draft to the entries that add up to it', async () => {
  open({}, '/tax-center/draft')
  await userEvent.click(await screen.findByRole('button', { name: /March/ }))
  expect(await screen.findByRole('heading', { name: '5c, March' })).toBeInTheDocument()
  expect(await screen.findByRole('link', { name: 'Earnings of a stay from Thu 5 Mar 2026' })).toHaveAttribute(
    'href',
    '/bookings/b1',
  )
  expect(screen.getByText('1 entry')).toBeInTheDocument()
  expect(screen.getByText('Boxes 5a to 5l add up to box 1a')).toBeInTheDocument()
})

const issued: TaxDocument = {
  id: 'd1',
  year: YEAR - 1,
  form: '1099-K',
  boxes: [],
  quarters: [],
  homes: [],
  ledgerRevision: 4,
  vaultRef: 'v1',
  fileSha256: 'b'.repeat(64),
  issuedAt: ASKED,
  corrects: null,
}

it('lists the issued forms, the newest first, and which of them were replaced', async () => {
  open({ documents: [issued, { ...issued, id: 'd2', corrects: 'd1' }] })
  const links = await screen.findAllByRole('link', { name: `1099-K ${YEAR - 1}` })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/api/tax-profiles/a1/document.pdf?document=d2',
    '/api/tax-profiles/a1/document.pdf?document=d1',
  ])
  expect(screen.getAllByText('Replaced')).toHaveLength(1)
})

it('lets finance issue a form of last year for a host, after a confirmation', async () => {
  const sent = open({ documents: [issued] }, '/internal/reports', ['tax.issue'])
  await userEvent.click(await screen.findByRole('radio', { name: /Vale Stays/ }))
  expect(await screen.findByRole('button', { name: `Correct 1099-K ${YEAR - 1}` })).toBeVisible()
  expect(screen.getByText(/in file 2$/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: `Issue DAC7 ${YEAR - 1}` }))
  const dialog = await screen.findByRole('dialog')
  expect(sent()).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: `Issue DAC7 ${YEAR - 1}` }))
  await waitFor(() =>
    expect(sent()).toEqual([['/api/tax-profiles/a1/issue-document', { form: 'DAC7', year: YEAR - 1 }]]),
  )
})
