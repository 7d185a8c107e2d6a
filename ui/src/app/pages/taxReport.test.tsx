import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { AdminContext, memoryStore } from 'react-admin'
import { expect, it, vi } from 'vitest'
import { dataProvider } from '../../data/records/dataProvider.ts'
import { queryClient } from '../../data/records/queryClient.ts'
import { i18nProvider } from '../../i18n/i18nProvider.ts'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import TaxReport from './TaxReport.tsx'

const YEAR = new Date().getFullYear() - 1
const filed = (documentId: string, corrects: string | null) => ({ documentId, corrects })
const file = {
  fileId: 'f1',
  kind: 'new',
  documents: [filed('d1', null), filed('d2', null)],
  leftOut: [{ hostAccountId: 'a2', documentId: 'd3', why: 'number_missing' }],
  totals: [{ currency: 'USD', grossMinor: 4_210_000 }],
  madeBy: 'u1',
  madeAt: `${YEAR + 1}-01-20T10:00:00.000Z`,
}
const correction = { ...file, fileId: 'f2', kind: 'corrections', documents: [filed('d4', 'd1')], leftOut: [] }
const filing = { id: `1099-K-${YEAR}`, form: '1099-K', year: YEAR, files: [file, correction], revision: 1 }

type Answers = Parameters<typeof fakeApi>[0]
const open = (capabilities: readonly string[], more: Answers = {}) => {
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities } }),
    'GET /api/tax-filings': () => list([filing]),
    'GET /api/accounts': () => list([]),
    ...more,
  })
  queryClient.clear()
  const element = (
    <AdminContext
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={memoryStore()}
    >
      <TaxReport />
    </AdminContext>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  return () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])
}
const SEES = ['tax.filings', 'tax.read']

it('lists the files of each form with what they hold, and what was left out and why', async () => {
  open(SEES)
  const form = within(await screen.findByRole('region', { name: '1099-K' }))
  expect(form.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^File 1new documents · 2 hosts · 42,100.00 USD · made /),
    expect.stringMatching(/^File 2corrections · 1 host · 42,100.00 USD · made /),
  ])
  expect(form.getByText(/^One document was left out: the tax number is missing\./)).toBeVisible()
  expect(form.getByRole('link', { name: 'Open the host' })).toHaveAttribute('href', '/?account=a2')
  expect(within(screen.getByRole('region', { name: 'DAC7' })).getByText('No files yet.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Download|Make a file/ })).toBeNull()
})

it('lets finance make a file after a confirmation, and download one', async () => {
  const taken = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  URL.createObjectURL = () => 'blob:file'
  const sent = open([...SEES, 'tax.file'], {
    [`POST /api/tax-filings/1099-MISC-${YEAR}/make-file`]: () => ({
      body: { id: `1099-MISC-${YEAR}`, revision: 0, events: [] },
    }),
    [`POST /api/tax-filings/1099-K-${YEAR}/download`]: () => ({ body: {} }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Make a file of 1099-MISC' }))
  const dialog = await screen.findByRole('dialog')
  expect(sent()).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Make a file of 1099-MISC' }))
  await waitFor(() => expect(sent()).toEqual([[`/api/tax-filings/1099-MISC-${YEAR}/make-file`, {}]]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Download file 2 of 1099-K' }))
  await waitFor(() => expect(taken).toHaveBeenCalled())
  expect(sent().at(-1)).toEqual([`/api/tax-filings/1099-K-${YEAR}/download`, { fileId: 'f2' }])
  taken.mockRestore()
})

it('says why a file can’t be sent, and keeps the list', async () => {
  const detail = 'Details of a host in this file were erased after it was made.'
  open([...SEES, 'tax.file'], {
    [`POST /api/tax-filings/1099-K-${YEAR}/download`]: () => ({
      status: 422,
      body: { status: 422, code: 'PRECONDITION_FAILED', title: '', type: '', detail },
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Download file 1 of 1099-K' }))
  expect(await screen.findByText(detail)).toBeVisible()
})

it('shows an error with a retry where the files can’t be loaded, and who may see them', async () => {
  open(SEES, {
    'GET /api/tax-filings': () => ({
      status: 500,
      body: { status: 500, code: 'INTERNAL', title: '', type: '' },
    }),
  })
  expect(await screen.findByText('Couldn’t load the files')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

it('says who may see tax documents to those who may not', async () => {
  open([])
  expect(await screen.findByText(/are for finance, admins and auditors/)).toBeVisible()
})
