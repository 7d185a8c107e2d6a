import { Button } from '@mui/material'
import { useGetList, useListContext } from 'react-admin'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { useFirstDraft } from '../../data/queries/useFirstDraft.ts'
import { ContinueDraft } from '../../components/feedback/ContinueDraft.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import type { Filter } from '../../components/list/FilterBar.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatSearch, type BookingFilter, type createViews } from './views.ts'

/** The fields of the API's filter that belong to each filter of the list. */
const fields: Readonly<Record<string, readonly string[]>> = {
  checkIn: ['checkIn_gte', 'checkIn_lte'],
  payable: ['payableAt_gte', 'payableAt_lte'],
  listing: ['listingId'],
}

/** There are no bookings yet, or none match; then it offers to remove a filter. */
export const NoBookings = ({
  filters,
  views,
}: {
  filters: readonly Filter[]
  views: ReturnType<typeof createViews>
}) => {
  const t = useText()
  const { filterValues } = useListContext()
  const set = filters.filter(({ value }) => value !== undefined)
  const last = set.at(-1)
  const dropped = last === undefined ? [] : (fields[last.key] ?? [last.key])
  const rest: BookingFilter = Object.fromEntries(
    Object.entries(filterValues).filter(([key]) => !dropped.includes(key)),
  )
  const without = useGetList(
    'bookings',
    { pagination: { page: 1, perPage: 1 }, sort: { field: 'checkIn', order: 'ASC' }, filter: rest },
    { enabled: last !== undefined },
  )
  const all = useGetList(
    'bookings',
    { pagination: { page: 1, perPage: 1 }, sort: { field: 'checkIn', order: 'ASC' }, filter: {} },
    { enabled: last !== undefined },
  )
  const first = last === undefined || all.total === 0
  const draft = useFirstDraft(first)
  const everything = views.find(({ key }) => key === 'all')

  if (draft) return <ContinueDraft draft={draft} />
  if (first)
    return (
      <EmptyState
        icon="bookings"
        title={t('booking.list.none')}
        text={t('booking.list.noneText')}
        actions={
          <LinkButton filled to={to.calendar()}>
            {t('booking.list.openCalendar')}
          </LinkButton>
        }
      />
    )
  return (
    <EmptyState
      icon="search"
      title={t('booking.list.noMatch')}
      text={
        without.total === undefined
          ? undefined
          : t('booking.list.noMatchText', { smart_count: without.total, name: last.label.toLowerCase() })
      }
      actions={
        <>
          <Button onClick={last.clear}>{t('booking.list.removeOne', { value: last.value ?? '' })}</Button>
          <LinkButton variant="text" to={to.bookings(formatSearch(everything?.filter ?? {}, 'DESC'))}>
            {t('booking.list.clearAll')}
          </LinkButton>
        </>
      }
    />
  )
}
