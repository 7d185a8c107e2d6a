import type { Column } from '../../components/list/ListTable.tsx'
import { zoneName } from '../../components/dates/localDate.ts'
import type { Listing } from '../../data/records/records.ts'
import { usePolicy } from '../../data/queries/usePolicy.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { ListingStatusChip } from '../listingStatus.tsx'
import { CoverThumb } from '../../components/display/CoverThumb.tsx'
import { BaseNight } from './BaseNight.tsx'
import { NextArrival } from './NextArrival.tsx'
import { useArrivals } from './useArrivals.ts'
import { mayWait, WaitingFor } from './WaitingFor.tsx'

/** Columns that are hidden until they are chosen. */
export const HIDDEN_AT_FIRST: readonly string[] = ['guests', 'zone']

/** The columns about a listing besides its status and dates. */
const factColumns = (t: Text, terms: ReturnType<typeof usePolicy<'cancellation'>>): Column<Listing>[] => [
  {
    key: 'guests',
    label: t('listings.columns.guests'),
    align: 'right',
    render: ({ maxGuests }) => <span className="num q">{maxGuests}</span>,
  },
  {
    key: 'zone',
    label: t('listings.columns.zone'),
    render: ({ timezone }) => <span className="q">{zoneName(timezone)}</span>,
  },
  {
    key: 'policy',
    label: t('listings.columns.policy'),
    render: ({ cancellationPolicyCode }) => (
      <span className="q">{terms?.[cancellationPolicyCode]?.label}</span>
    ),
  },
  {
    key: 'minimum',
    label: t('listings.columns.minimum'),
    align: 'right',
    render: ({ rules }) => <span className="num q">{rules.minNights}</span>,
  },
  {
    key: 'base',
    label: t('listings.columns.base'),
    sort: 'baseNightMinor',
    opens: 'listing.price',
    align: 'right',
    render: (row) => <BaseNight listing={row} />,
  },
]

/** Name first, then state, dates, money. */
export const useListingColumns = (rows: readonly Listing[]): Column<Listing>[] => {
  const t = useText()
  const { today, next, loaded, complete } = useArrivals(rows)
  const terms = usePolicy('cancellation')
  return [
    {
      key: 'listing',
      label: t('listings.columns.listing'),
      sort: 'title',
      link: true,
      fluid: true,
      render: (row) => (
        <>
          <CoverThumb listing={row} />
          {row.title}
          <span className="c" style={{ fontWeight: 400 }}>
            , {row.place}
          </span>
        </>
      ),
    },
    {
      key: 'status',
      label: t('listings.columns.status'),
      sort: 'status',
      render: (row) => <ListingStatusChip listing={row} />,
    },
    ...(rows.some(mayWait)
      ? [
          {
            key: 'waiting',
            label: t('listings.columns.waiting'),
            render: (row: Listing) => <WaitingFor listing={row} />,
          },
        ]
      : []),
    {
      key: 'next',
      label: t('listings.columns.next'),
      render: ({ id }) =>
        loaded ? <NextArrival listingId={id} today={today} found={next.get(id)} ask={!complete} /> : null,
    },
    ...factColumns(t, terms),
  ]
}
