import { useGetMany } from 'react-admin'
import type { Listing } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { FilterBar } from '../components/list/FilterBar.tsx'
import { Icon } from '../components/display/icons.tsx'
import type { CalendarRow } from './rows/calendarRow.ts'
import styles from './Calendar.module.css'
import { ListingsForm } from './ListingsForm.tsx'
import type { Only, useCalendarAddress } from './useCalendarAddress.ts'

type Props = {
  rows: readonly CalendarRow[]
  chosen: readonly string[]
  only: Only | null
  minNights: number | undefined
  set: ReturnType<typeof useCalendarAddress>['set']
}

const useNames = (ids: readonly string[]) => {
  const t = useText()
  const { data = [] } = useGetMany<Listing>('listings', { ids: [...ids] }, { enabled: ids.length > 0 })
  if (ids.length === 0) return undefined
  const [first = '…', ...others] = data.filter((row) => row !== undefined).map(({ title }) => title)
  return others.length > 1
    ? t('calendar.andMore', { first, count: others.length })
    : [first, ...others].join(', ')
}

/** The filters of the rows, and how many clashes and gaps the rows have. */
export const CalendarFilters = ({ rows, chosen, only, minNights, set }: Props) => {
  const t = useText()
  const names = useNames(chosen)
  const clashes = rows.reduce((sum, row) => sum + row.clashes, 0)
  const gaps = rows.reduce((sum, row) => sum + row.gaps, 0)
  const toggle = (kind: Only) => set({ only: only === kind ? null : kind })
  return (
    <FilterBar
      label={t('table.filters')}
      filters={[
        {
          key: 'listings',
          label: t('calendar.listings'),
          value: names,
          clear: () => set({ listings: [], page: 1 }),
          form: () => <ListingsForm chosen={chosen} onChange={(listings) => set({ listings, page: 1 })} />,
        },
      ]}
    >
      {(clashes > 0 || only === 'clashes') && (
        <button
          type="button"
          className={styles['chip']}
          aria-pressed={only === 'clashes'}
          onClick={() => toggle('clashes')}
        >
          <Icon name="alert" size={16} />
          <b>{t('calendar.clashes', { smart_count: clashes })}</b>
        </button>
      )}
      {(gaps > 0 || only === 'gaps') && (
        <button
          type="button"
          className={`${styles['chip']} num`}
          aria-pressed={only === 'gaps'}
          onClick={() => toggle('gaps')}
        >
          {minNights === undefined
            ? t('calendar.gaps', { smart_count: gaps })
            : t('calendar.gapsUnder', { smart_count: gaps, nights: minNights })}
        </button>
      )}
      <span className="grow" />
      <span className={`small c only-desk ${styles['note']}`}>{t('calendar.ownTime')}</span>
    </FilterBar>
  )
}
