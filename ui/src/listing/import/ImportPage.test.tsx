import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeApi } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import ImportPage from './ImportPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const CSV = [
  'Title,Street,Town,Country',
  'Bica rooms with a view,Rua da Bica 4,Lisboa,PT',
  'Short,Rua 2,Porto,PT',
  'Alfama terrace rooms,Rua 3,Lisboa,PT',
].join('\n')
const fileOf = (bytes: Uint8Array) => ({ arrayBuffer: () => Promise.resolve(bytes.slice().buffer) })
const paste = (text: string) =>
  fireEvent.change(screen.getByLabelText('Or paste its contents'), { target: { value: text } })

it('shows errors by line and field before anything is sent, and imports the rest as drafts', async () => {
  let drafts = 0
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities: ['listing.write'] } }),
    'POST /api/listing-drafts': () => {
      drafts += 1
      return drafts === 2
        ? {
            status: 409,
            body: {
              type: 'urn:problem:duplicate',
              title: 'This already exists',
              status: 409,
              code: 'DUPLICATE',
              detail: 'This address is a listing of yours already.',
            },
          }
        : { body: { id: `l${drafts}`, revision: 0, events: ['ListingDrafted'] } }
    },
    'POST /api/listings/l1/update-section': () => ({
      body: { id: 'l1', revision: 1, events: ['ListingSectionChanged'] },
    }),
  })
  renderAt('/listings/import', <ImportPage />)
  paste(CSV)
  expect(screen.getByLabelText(/^Street and number/)).toHaveDisplayValue('Street')
  const rows = within(screen.getByRole('list', { name: '3. Check and import' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Row 2'),
    expect.stringMatching(/Row 3 Short.*Title/),
    expect.stringContaining('Row 4'),
  ])
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 listings' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try the rest again' })).toBeVisible())
  expect(screen.getByRole('link', { name: 'Continue with Bica rooms with a view' })).toHaveAttribute(
    'href',
    '/onboarding/l1',
  )
  expect(screen.getByText('This address is a listing of yours already.')).toBeVisible()
  const sent = calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])
  expect(sent.slice(0, 2)).toEqual([
    [
      '/api/listing-drafts',
      {
        address: {
          line1: 'Rua da Bica 4',
          line2: null,
          city: 'Lisboa',
          region: null,
          postalCode: null,
          country: 'PT',
        },
      },
    ],
    [
      '/api/listings/l1/update-section',
      { section: 'description', patch: { title: 'Bica rooms with a view' }, baseVersion: 0 },
    ],
  ])
})

it('says what is missing in a file', () => {
  fakeApi({ 'GET /api/session': () => ({ body: { ...session, capabilities: ['listing.write'] } }) })
  renderAt('/listings/import', <ImportPage />)
  paste('Title,Street\nA place,Rua 1')
  expect(screen.getByText('No column for: City, Country, two letters.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  paste('Title,Street')
  expect(screen.getByText(/The file has no listings/)).toBeVisible()
})

it('reads a chosen file, and shows an error when it cannot', async () => {
  fakeApi({ 'GET /api/session': () => ({ body: { ...session, capabilities: ['listing.write'] } }) })
  renderAt('/listings/import', <ImportPage />)
  const choose = (file: object) =>
    fireEvent.change(screen.getByLabelText('Choose a CSV file', { selector: 'input' }), {
      target: { files: [file] },
    })
  choose({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) })
  expect(await screen.findByText(/couldn’t read the file/)).toBeVisible()
  choose(fileOf(new TextEncoder().encode(CSV.replaceAll('\n', '\r\n'))))
  expect(await screen.findByText('3 listings in 4 columns')).toBeVisible()
  expect(screen.queryByText(/couldn’t read the file/)).toBeNull()
})

const WINDOWS = Uint8Array.from(CSV.replaceAll('Lisboa', 'Zürich'), (letter) => letter.charCodeAt(0))

it('asks whether the letters of a file in Windows-1252 are right before it reads it', async () => {
  fakeApi({ 'GET /api/session': () => ({ body: { ...session, capabilities: ['listing.write'] } }) })
  renderAt('/listings/import', <ImportPage />)
  const choose = () =>
    fireEvent.change(screen.getByLabelText('Choose a CSV file', { selector: 'input' }), {
      target: { files: [fileOf(WINDOWS)] },
    })
  choose()
  const question = await screen.findByRole('group', { name: 'Check the letters in your file' })
  expect(within(question).getByText('Bica rooms with a view,Rua da Bica 4,Zürich,PT')).toBeVisible()
  expect(screen.queryByText(/listings in/)).toBeNull()
  fireEvent.click(within(question).getByRole('button', { name: 'Don’t use this file' }))
  expect(screen.queryByRole('group', { name: 'Check the letters in your file' })).toBeNull()
  expect(screen.getByLabelText('Or paste its contents')).toHaveValue('')
  choose()
  fireEvent.click(await screen.findByRole('button', { name: 'Looks right' }))
  expect(await screen.findByText('3 listings in 4 columns')).toBeVisible()
  expect(screen.getByLabelText('Or paste its contents')).toHaveDisplayValue(/Zürich/)
})

it('names the rows whose letters were lost before they came here', () => {
  fakeApi({ 'GET /api/session': () => ({ body: { ...session, capabilities: ['listing.write'] } }) })
  renderAt('/listings/import', <ImportPage />)
  paste(CSV.replace('Porto', 'Z\ufffdrich'))
  const rows = within(screen.getByRole('list', { name: '3. Check and import' })).getAllByRole('listitem')
  expect(rows[1]).toHaveTextContent('City contains “�” in place of a letter')
})

it('links to a draft that was created although the rest of its row was refused', async () => {
  fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities: ['listing.write'] } }),
    'POST /api/listing-drafts': () => ({ body: { id: 'l1', revision: 0, events: ['ListingDrafted'] } }),
    'POST /api/listings/l1/update-section': () => ({
      status: 422,
      body: {
        type: 'urn:problem:policy-violation',
        title: 'A rule doesn’t allow this',
        status: 422,
        code: 'POLICY_VIOLATION',
        detail: 'The title shouts.',
      },
    }),
  })
  renderAt('/listings/import', <ImportPage />)
  paste(CSV.split('\n').slice(0, 2).join('\n'))
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 listing' }))
  expect(await screen.findByText('The title shouts.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Continue with Bica rooms with a view' })).toHaveAttribute(
    'href',
    '/onboarding/l1',
  )
})
