import { useSearchParams } from 'react-router-dom'
import type { LocalDate } from '../components/dates/localDate.ts'
import { parseWindow, type NightWindow } from './rows/window.ts'

/** Which rows are shown: those with clashes, or with gaps. */
export type Only = 'clashes' | 'gaps'
type Part = Readonly<{
  from?: LocalDate | null
  nights?: number | null
  listings?: readonly string[]
  only?: Only | null
  page?: number
  new?: 'block' | null
}>

const parseOnly = (text: string | null): Only | null => (text === 'clashes' || text === 'gaps' ? text : null)
const PARAMS = {
  from: 'from',
  nights: 'nights',
  listings: 'listings',
  only: 'only',
  page: 'page',
  new: 'new',
} as const

/**
 * The address holds all of the calendar's state: `?from=&nights=&listings=&only=&page=&new=block`. `listing=`
 * is the row to start at.
 */
export const useCalendarAddress = (today: LocalDate, phone: boolean) => {
  const [query, setQuery] = useSearchParams()
  const window: NightWindow = parseWindow(query, today, phone)
  const set = (part: Part) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries(part)) {
          const text = Array.isArray(value)
            ? value.join(',')
            : value === null || (key === 'page' && value === 1)
              ? ''
              : String(value)
          if (text === '') next.delete(PARAMS[key as keyof Part])
          else next.set(PARAMS[key as keyof Part], text)
        }
        return next
      },
      { replace: true },
    )
  return {
    window,
    set,
    listings: query.get('listings')?.split(',').filter(Boolean) ?? [],
    only: parseOnly(query.get('only')),
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
    startAt: query.get('listing'),
    isCreating: query.get('new') === 'block',
  }
}
