import { expect, it } from 'vitest'

const sources: Record<string, string> = import.meta.glob('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const files = Object.entries(sources)
  .filter(([path]) => !/\.test\.tsx?$/.test(path))
  .map(([path, text]) => ({ path: new URL(path, 'file:///test/').pathname.slice(1), text }))
const folderOf = (path: string) => path.split('/')[0] ?? ''
const shared = ['components', 'data', 'access', 'i18n', 'theme']
/**
 * Questions of a listing's content, explanations of amounts, commands that ask once more, words about a
 * booking, ranges of a calendar, amounts and countries are shown by other features too, and the card of
 * sign-in.
 */
const lent =
  /^(ledger\/|internal\/HostSearch|bookings\/(bookingStatus|useListings|firstName)|calendar\/|blocks\/|listings\/(AddressPicker|PriceCard|useListingHistory|amountInput|NumberField)|today\/useToday|account\/(countries|Loaded|useListingTitles)|payout-account\/(HoldsReport|PayoutSettingsPage)|onboarding\/(useSection|useCase|AddressFields|texts|form\/)|feeds\/FeedsPart|payout\/(AdjustmentsReport|PayoutsReport|ConfirmedCommand|ExplainedCommand|useAccountNames)|login\/(fragment|LoginProblem|SignInCard|useAsk))/

it('imports run one way: shared, then features, then the app', () => {
  const wrong = files.flatMap(({ path, text }) => {
    const from = folderOf(path)
    if (['app', 'test', 'main.tsx'].includes(from)) return []
    return [...text.matchAll(/from '(\.[^']+)'/g)].flatMap(([, target = '']) => {
      const imported = new URL(target, `file:///${path}`).pathname.slice(1)
      const allowed =
        folderOf(imported) === from ||
        shared.includes(folderOf(imported)) ||
        (!shared.includes(from) && lent.test(imported))
      return allowed ? [] : [`${path} → ${imported}`]
    })
  })
  expect(files.length).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})

it('nothing takes the router past react-router-dom', () => {
  expect(files.filter(({ text }) => /from 'react-router'/.test(text)).map(({ path }) => path)).toEqual([])
})
