import { expect, it } from 'vitest'

/** Folders that every feature may use. They know no feature. */
const SHARED = [
  'components',
  'data',
  'i18n',
  'ledger',
  'listing-sections',
  'monitoring',
  'navigation',
  'session',
  'sign-in-card',
  'theme',
]
/** The only parts that know features: the app composes them into pages, and `main.tsx` starts it. */
const COMPOSITION = ['app', 'main.tsx']
const EXCEPTIONS: readonly string[] = [
  'account/access/accessSentences.test.ts → app/routes.tsx',
  'audit/AuditReport.tsx → event/Events.module.css',
  'audit/AuditReport.tsx → impersonation/useImpersonations.ts',
  'calendar/NextNights.tsx → listing/page/ListingPage.module.css',
  'components/form/HostSearch.tsx → impersonation/Impersonate.module.css',
  'event/EventsReport.tsx → projection/projectionLines.ts',
  'impersonation/ImpersonationsReport.tsx → event/Events.module.css',
  'jobs/JobsReport.tsx → projection/Projections.module.css',
  'jobs/JobsReport.tsx → projection/projectionLines.ts',
  'listing-sections/PriceCard.tsx → listing/page/ListingPage.module.css',
  'listing/details/SmallTabs.tsx → calendar/NextNights.tsx',
  'listing/details/SmallTabs.tsx → calendar/NightReasons.tsx',
  'listing/details/SmallTabs.tsx → ical-feed/FeedsPart.tsx',
  'listing/page/ListingView.tsx → calendar/NextNights.tsx',
  'onboarding/review/ReviewReport.test.tsx → app/pages/ReportsPage.tsx',
  'onboarding/review/ReviewReport.tsx → listing/details/EditQueue.tsx',
  'onboarding/review/ReviewReport.tsx → listing/details/SafetyQueue.tsx',
  'payout-account/settings/DestinationsCard.tsx → account/team/useListingTitles.ts',
  'test/projections.ts → projection/projectionLines.ts',
]

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
    (to === 'test' && /\.test\.tsx?$/.test(file))
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
  expect(wrong.toSorted()).toEqual(EXCEPTIONS)
})

it('nothing imports the router past react-router-dom', () => {
  expect(files.filter(({ text }) => /from 'react-router'/.test(text)).map(({ path }) => path)).toEqual([])
})
