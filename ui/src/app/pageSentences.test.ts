import { expect, it } from 'vitest'
import { describeEntry } from '../account/access/accessSentences.ts'
import { accountTexts } from '../i18n/en/account.ts'
import { addTexts, i18nProvider } from '../i18n/i18nProvider.ts'
import { routes } from './routes.tsx'

addTexts({ account: accountTexts })

const describePage = (path: string) =>
  describeEntry({ kind: 'page', text: path, at: '2026-07-16T13:00:00.000Z', recordIds: [] }, (key, values) =>
    i18nProvider.translate(key, values),
  )

it('names every host page in the access log', () => {
  const pages = routes.flatMap(({ path, layout }) =>
    layout !== 'none' && !path.startsWith('/internal') && path !== '/unauthorized'
      ? [path.replace(/:\w+/g, 'x1')]
      : [],
  )
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((path) => describePage(path) === `Opened ${path}`)).toEqual([])
})
