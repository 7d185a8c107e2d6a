import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { zLocalDate } from '@hearth/contracts/kernel/dates'
import type { Currency } from '@hearth/contracts/kernel/money'
import {
  ATTRIBUTIONS,
  COMPARISONS,
  FIGURE_CODES,
  type FigureCode,
  type Gaps,
  type Opened,
  type Performance,
  type RevenueBridge,
  type Tier,
} from '@hearth/contracts/performance'
import { addDays, browserZone, todayIn, type LocalDate } from '../components/dates/localDate.ts'
import { findDays, PERIODS, type Period } from '../components/date-fields/periods.ts'
import { getJson } from '../data/http/http.ts'
import { useSession } from '../session/session.ts'

/** The named periods of this page: all of them end. */
export const NAMED_PERIODS = PERIODS.filter((period) => period !== 'all')

const pickOne = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text)
const readDay = (text: string | null): LocalDate | undefined => {
  const day = zLocalDate.safeParse(text)
  return day.success ? day.data : undefined
}

/** The first and the last day of the page, both included. */
const readDays = (search: URLSearchParams, today: LocalDate) => {
  const [from, last] = [readDay(search.get('from')), readDay(search.get('to'))]
  if (from !== undefined && last !== undefined) return { period: 'dates' as const, from, last }
  const period: Period = pickOne(NAMED_PERIODS, search.get('period')) ?? 'month'
  const days = findDays(period, today)
  return { period, from: days.from ?? today, last: days.to ?? today }
}

/** The state of the page, which the address holds. */
export const usePerformanceView = () => {
  const [search, setSearch] = useSearchParams()
  const session = useSession()
  const zone = session?.account?.timezone ?? browserZone()
  const hostAccountId = search.get('hostAccountId') ?? undefined
  const days = readDays(search, todayIn(zone))
  const against = pickOne(COMPARISONS, search.get('against')) ?? 'year'
  const by = pickOne(ATTRIBUTIONS, search.get('by')) ?? 'night'
  const currency = search.get('currency') ?? undefined
  const listingId = search.get('listing') ?? undefined
  // Two changes may come before the page is drawn again; the second one keeps the first.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const change = (changes: Readonly<Record<string, string | undefined>>) => {
    const next = new URLSearchParams(latest.current)
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) next.delete(key)
      else next.set(key, value)
    }
    latest.current = next
    setSearch(next)
  }
  const closed = { open: undefined, in: undefined }
  return {
    ...days,
    zone,
    /** The account that staff look at; that of the session otherwise. */
    hostAccountId,
    /** Staff have to choose an account first. */
    needsAccount: session !== undefined && session.account === null && hostAccountId === undefined,
    against,
    by,
    currency,
    listingId,
    /** The opened figure, and the listing whose stays are shown in it. */
    open: pickOne(FIGURE_CODES, search.get('open')),
    shownListing: search.get('in'),
    sort: search.get('sort'),
    change,
    showDays: (from: LocalDate, last: LocalDate) => change({ from, to: last, period: undefined }),
    openFigure: (code: FigureCode, inListing?: string) => change({ ...closed, open: code, in: inListing }),
    close: () => change(closed),
  }
}
export type PerformanceView = ReturnType<typeof usePerformanceView>

/** What the parts of the page show: figures of one currency. */
export type PerformanceProps = Readonly<{ data: Performance; currency: Currency; view: PerformanceView }>

/** What every query of the page asks; the night of the last day is the last one. */
const createQuery = (view: PerformanceView, others: Readonly<Record<string, string>>) =>
  new URLSearchParams({
    from: view.from,
    to: addDays(view.last, 1),
    ...others,
    ...(view.currency !== undefined && { currency: view.currency }),
    ...(view.listingId !== undefined && { listingId: view.listingId }),
    ...(view.hostAccountId !== undefined && { hostAccountId: view.hostAccountId }),
  }).toString()

// Every figure follows from bookings, so a change of one reads them again.
const key = (part: string, query = '') => ['bookings', 'performance', part, query]

export const usePerformance = (view: PerformanceView) => {
  const query = createQuery(view, { by: view.by, against: view.against })
  return useQuery({
    enabled: !view.needsAccount,
    queryKey: key('figures', query),
    queryFn: ({ signal }) => getJson<Performance>(`/api/performance?${query}`, signal),
    placeholderData: (before) => before,
  })
}

export const useOpened = (view: PerformanceView, figure: FigureCode) => {
  const query = createQuery(view, { by: view.by, figure })
  return useQuery({
    queryKey: key('opened', query),
    queryFn: ({ signal }) => getJson<Opened>(`/api/performance/opened?${query}`, signal),
  })
}

export const useBridge = (view: PerformanceView, lead: RevenueBridge['lead']) => {
  const query = createQuery(view, { lead })
  return useQuery({
    queryKey: key('bridge', query),
    queryFn: ({ signal }) => getJson<RevenueBridge>(`/api/performance/bridge?${query}`, signal),
  })
}

/** What the queries ask that no period limits. */
const createAccountQuery = (
  { hostAccountId }: PerformanceView,
  others: Readonly<Record<string, string>> = {},
): string =>
  new URLSearchParams({ ...others, ...(hostAccountId !== undefined && { hostAccountId }) }).toString()

export const useGaps = (view: PerformanceView) => {
  const { listingId } = view
  const query = createAccountQuery(view, listingId === undefined ? {} : { listingId })
  return useQuery({
    queryKey: key('gaps', query),
    queryFn: ({ signal }) => getJson<Gaps>(`/api/performance/gaps?${query}`, signal),
  })
}

export const useTier = (view: PerformanceView) => {
  const query = createAccountQuery(view)
  return useQuery({
    queryKey: key('tier', query),
    queryFn: ({ signal }) => getJson<Tier>(`/api/performance/tier?${query}`, signal),
  })
}
