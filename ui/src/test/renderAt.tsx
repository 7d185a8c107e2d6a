import type { ReactNode } from 'react'
import { render } from '@testing-library/react'
import { AdminContext, memoryStore } from 'react-admin'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { dataProvider } from '../data/records/dataProvider.ts'
import { forgetPatches } from '../data/records/pendingPatches.ts'
import { queryClient } from '../data/records/queryClient.ts'
import { i18nProvider } from '../i18n/i18nProvider.ts'

const Address = () => {
  const { pathname, search } = useLocation()
  return (
    <span data-testid="address">
      {pathname}
      {search}
    </span>
  )
}

/** The real data layer and texts around an element, at an address; the network is `fakeApi`'s. */
export const renderAt = (path: string, element: ReactNode) => {
  queryClient.clear()
  forgetPatches()
  queryClient.setDefaultOptions({
    ...queryClient.getDefaultOptions(),
    queries: { ...queryClient.getDefaultOptions().queries, retry: false },
  })
  return render(
    <MemoryRouter initialEntries={[path]}>
      <AdminContext
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={memoryStore()}
      >
        {element}
        <Address />
      </AdminContext>
    </MemoryRouter>,
  )
}
