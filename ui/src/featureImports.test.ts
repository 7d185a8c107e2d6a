import { expect, it } from 'vitest'

/** Folders that every feature may use. They know no feature. */
const SHARED = [
  'calendar-strip',
  'components',
  'data',
  'i18n',
  'incident-card',
  'ledger',
  'listing-picks',
  'listing-sections',
  'message-files',
  'message-plan',
  'monitoring',
  'navigation',
  'offer',
  'reply-template',
  'saved-view',
  'session',
  'sign-in-card',
  'theme',
]
/** The only parts that know features: the app composes them into pages, and `main.tsx` starts it. */
const COMPOSITION = ['app', 'main.tsx']

const sources: Record<string, string> = import.meta.glob('./**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const files = Object.entries(sources).map(([path, text]) => ({ path: path.slice('./'.length), text }))

const topFolder = (path: string) => path.split('/')[0] ?? ''
const readImports = ({ path, text }: (typeof files)[number]) =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    new URL(target, `file:///${path}`).pathname.slice(1),
  )
const isAllowed = (file: string, imported: string) => {
  const [from, to] = [topFolder(file), topFolder(imported)]
  return (
    COMPOSITION.includes(from) ||
    from === to ||
    SHARED.includes(to) ||
    (to === 'test' && /\.test\.tsx?$|\/testing\//.test(file))
  )
}

it('finds imports at all, so that the checks below can fail', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap(readImports)).toContain('components/layout/Card.tsx')
})

it('no feature imports another, and shared folders import no feature', () => {
  const wrong = files.flatMap((file) =>
    readImports(file)
      .filter((imported) => !isAllowed(file.path, imported))
      .map((imported) => `${file.path} → ${imported}`),
  )
  expect(wrong).toEqual([])
})

it('nothing imports the router past react-router-dom', () => {
  expect(files.filter(({ text }) => /from 'react-router'/.test(text)).map(({ path }) => path)).toEqual([])
})
