import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link, Route, Routes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { renderAt } from '../../test/renderAt.tsx'
import { PageHeader } from './PageHeader.tsx'

const Loading = () => {
  const [loaded, setLoaded] = useState(false)
  return loaded ? (
    <div>
      <PageHeader title="Loaded" />
    </div>
  ) : (
    <>
      <PageHeader title="Loading" />
      <input type="checkbox" aria-label="Load" onClick={() => setLoaded(true)} />
    </>
  )
}
const Tabs = ({ title }: { title: string }) => (
  <main>
    <PageHeader title={title} />
    <Link to="/tabs/two">Two</Link>
  </main>
)

const open = (path: string) =>
  renderAt(
    path,
    <>
      <Link to="/loading">Elsewhere</Link>
      <Routes>
        <Route path="/first" element={<PageHeader title="First" />} />
        <Route path="/loading" element={<Loading />} />
        <Route path="/tabs/:tab" element={<Tabs title="Tabs" />} />
      </Routes>
    </>,
  )

it('focuses the title of the next page, and the one that replaces it once the page has loaded', async () => {
  open('/first')
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  expect(screen.getByRole('heading', { name: 'Loading' })).toHaveFocus()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Load' }))
  expect(screen.getByRole('heading', { name: 'Loaded' })).toHaveFocus()
})

it('leaves the focus on a tab of the page itself', async () => {
  open('/tabs/one')
  await userEvent.click(screen.getByRole('link', { name: 'Two' }))
  expect(screen.getByTestId('address')).toHaveTextContent('/tabs/two')
  expect(screen.getByRole('link', { name: 'Two' })).toHaveFocus()
})
