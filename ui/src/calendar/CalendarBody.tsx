import type { ReactNode } from 'react'
import { IconButton } from '@mui/material'
import { useText } from '../i18n/text.ts'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { Icon } from '../components/display/icons.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { Card } from '../components/layout/Card.tsx'
import { to } from '../navigation/paths.ts'
import { CalendarSkeleton } from './CalendarSkeleton.tsx'
import styles from './grid/MultiCalendar.module.css'
import { ROWS_PER_PAGE, type useCalendarRows } from './rows/useCalendarRows.ts'
import type { useCalendarAddress } from './useCalendarAddress.ts'

type Address = ReturnType<typeof useCalendarAddress>

const NoListings = () => {
  const t = useText()
  return (
    <EmptyState
      icon="calendar"
      title={t('calendar.none')}
      text={t('calendar.noneText')}
      actions={
        <LinkButton filled to={to.listings()}>
          {t('app.menu.listings')}
        </LinkButton>
      }
    />
  )
}

const NoMatch = ({ window }: Pick<Address, 'window'>) => {
  const t = useText()
  return (
    <EmptyState
      icon="search"
      title={t('calendar.noMatch')}
      text={t('calendar.noMatchText')}
      actions={
        <LinkButton to={to.calendar({ from: window.start, nights: String(window.days) })}>
          {t('calendar.showAll')}
        </LinkButton>
      }
    />
  )
}

const Pager = ({ page, total, set }: Pick<Address, 'page' | 'set'> & { total: number }) => {
  const t = useText()
  return (
    <div className={styles['pages']}>
      <span className="num">
        {t('calendar.page', {
          from: (page - 1) * ROWS_PER_PAGE + 1,
          to: Math.min(page * ROWS_PER_PAGE, total),
          total,
        })}
      </span>
      <IconButton
        size="small"
        aria-label={t('table.previous')}
        disabled={page <= 1}
        onClick={() => set({ page: page - 1 })}
      >
        <Icon name="left" size={16} />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('table.next')}
        disabled={page * ROWS_PER_PAGE >= total}
        onClick={() => set({ page: page + 1 })}
      >
        <Icon name="right" size={16} />
      </IconButton>
    </div>
  )
}

type Props = {
  answer: ReturnType<typeof useCalendarRows>
  address: Address
  /** The number of rows that match the filters. */
  shownCount: number
  /** The calendar itself. */
  children: ReactNode
}

/** The calendar with its pages, or why it can't be shown. */
export const CalendarBody = ({ answer, address, shownCount, children }: Props) => {
  const t = useText()
  const { rows, total, loading, error, retry } = answer
  const { window, listings, page, set } = address
  if (loading && !error) return <CalendarSkeleton />
  const instead = error ? (
    <ErrorState title={t('calendar.failed')} error={error} onRetry={retry} />
  ) : rows.length === 0 && listings.length === 0 ? (
    <NoListings />
  ) : shownCount === 0 ? (
    <NoMatch window={window} />
  ) : null
  if (instead) return <Card>{instead}</Card>
  return (
    <>
      {children}
      {total > ROWS_PER_PAGE && listings.length === 0 && <Pager page={page} total={total} set={set} />}
    </>
  )
}
