import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import {
  REPORT_TYPES,
  type ReportDifference,
  type ReportPreview,
  type ReportType,
} from '@hearth/contracts/report'
import { findDays } from '../components/date-fields/periods.ts'
import { findInstant, todayIn } from '../components/dates/localDate.ts'
import { getJson } from '../data/http/http.ts'
import { useSession } from '../session/session.ts'

/** What the address of the page says. */
export type ReportView = Readonly<{
  type: ReportType
  from: string
  to: string
  listing: string | undefined
  /** The day at whose beginning the report would have come out; now, if undefined. */
  asOf: string | undefined
  compares: boolean
  zone: string
  change: (part: Readonly<Record<string, string | undefined>>) => void
}>

const isType = (text: string | null): text is ReportType => REPORT_TYPES.some((type) => type === text)

/** The report, its parameters and what is open, kept in the address. */
export const useReportView = (): ReportView => {
  const [search, setSearch] = useSearchParams()
  const zone = useSession()?.account?.timezone ?? 'UTC'
  const usual = findDays('lastMonth', todayIn(zone))
  const named = search.get('report')
  return {
    type: isType(named) ? named : 'nights',
    from: search.get('from') ?? usual.from ?? '',
    to: search.get('to') ?? usual.to ?? '',
    listing: search.get('listing') ?? undefined,
    asOf: search.get('asOf') ?? undefined,
    compares: search.get('difference') === 'on',
    zone,
    change: (part) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(part))
            if (value === undefined) next.delete(name)
            else next.set(name, value)
          return next
        },
        { replace: true },
      ),
  }
}

const toQuery = ({ type, from, to, listing, asOf, zone }: ReportView): string => {
  const query = new URLSearchParams({ type, from, to })
  if (listing !== undefined) query.set('listingId', listing)
  if (asOf !== undefined) query.set('asOf', findInstant(asOf, '00:00', zone))
  return query.toString()
}

export const useReportPreview = (view: ReportView) => {
  const query = toQuery(view)
  return useQuery({
    queryKey: ['reports', 'preview', query],
    queryFn: ({ signal }) => getJson<ReportPreview>(`/api/reports/preview?${query}`, signal),
    placeholderData: keepPreviousData,
  })
}

export const useReportDifference = (view: ReportView) => {
  const query = toQuery(view)
  return useQuery({
    queryKey: ['reports', 'difference', query],
    queryFn: ({ signal }) => getJson<ReportDifference>(`/api/reports/difference?${query}`, signal),
    enabled: view.compares && view.asOf !== undefined,
  })
}
