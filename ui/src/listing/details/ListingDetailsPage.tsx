import type { ComponentType } from 'react'
import { useGetList, useGetOne } from 'react-admin'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { readStatus } from '../../data/http/problems.ts'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { NotFound } from '../../components/feedback/NotFound.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { ListingHome } from '../home/ListingHome.tsx'
import { ComplianceTab } from './ComplianceTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { PartsTab } from './PartsTab.tsx'
import { PhotosPart } from './PhotosPart.tsx'
import { GuestPreview } from '../preview/GuestPreview.tsx'
import { PoliciesTab, PricingTab, TeamTab } from './SmallTabs.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { isTab, type TabName } from './tabs.ts'
import './texts.ts'

type ListingTab = ComponentType<{ listing: Listing }>

const Section = ({
  tab,
  listing,
  Availability,
}: {
  tab: Exclude<TabName, 'overview'>
  listing: Listing
  Availability: ListingTab
}) => {
  switch (tab) {
    case 'preview':
      return <GuestPreview listing={listing} />
    case 'details':
      return (
        <PartsTab
          listing={listing}
          parts={['description', 'type', 'info', 'sleep', 'community']}
          group="detailGroups"
        />
      )
    case 'amenities':
      return (
        <PartsTab
          listing={listing}
          parts={['essential', 'popular', 'all', 'accessibility']}
          group="amenityGroups"
        />
      )
    case 'photos':
      return <PhotosPart listing={listing} />
    case 'pricing':
      return <PricingTab listing={listing} />
    case 'availability':
      return <Availability listing={listing} />
    case 'policies':
      return <PoliciesTab listing={listing} />
    case 'house-rules':
      return <SectionPanel listing={listing} part="houseRules" />
    case 'pre-arrival':
      return (
        <PartsTab
          listing={listing}
          parts={['checkInOut', 'contact', 'parking', 'safety']}
          group="preArrivalGroups"
        />
      )
    case 'team':
      return <TeamTab listing={listing} />
    case 'compliance':
      return <ComplianceTab listing={listing} />
    case 'history':
      return <HistoryTab listing={listing} />
  }
}

const Details = ({
  tab,
  listingId,
  Availability,
}: {
  tab: TabName
  listingId: string
  Availability: ListingTab
}) => {
  const t = useText()
  const {
    data: listing,
    error,
    refetch,
  } = useGetOne<Listing>('listings', { id: listingId }, { retry: false })
  if (error && !listing)
    return readStatus(error) === 404 || readStatus(error) === 422 ? (
      <NotFound />
    ) : (
      <Card>
        <ErrorState title={t('listings.oneFailed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!listing)
    return (
      <div aria-busy="true">
        <Skeleton height={480} />
      </div>
    )
  if (tab === 'overview') return <Navigate replace to={to.listing(listing.id)} />
  return (
    <ListingHome listing={listing} section={tab}>
      <Section key={listing.id} tab={tab} listing={listing} Availability={Availability} />
    </ListingHome>
  )
}

/**
 * `/listing-details/{tab}?listingId=`: one section of a listing's page; without an id, of the first listing.
 */
export const ListingDetailsPage = ({ Availability }: { Availability: ListingTab }) => {
  const t = useText()
  const { tab = '' } = useParams()
  const [search] = useSearchParams()
  const asked = search.get('listingId')
  const {
    data: choices,
    error,
    refetch,
  } = useGetList<Listing>(
    'listings',
    { filter: {}, pagination: { page: 1, perPage: 1 }, sort: { field: 'title', order: 'ASC' } },
    { enabled: asked === null, retry: false },
  )
  if (!isTab(tab)) return <NotFound />
  const listingId = asked ?? choices?.[0]?.id
  if (listingId !== undefined)
    return <Details key={listingId} tab={tab} listingId={listingId} Availability={Availability} />
  if (error)
    return (
      <>
        <PageHeader title={t('listingDetails.title')} />
        <Card>
          <ErrorState title={t('listings.failed')} error={error} onRetry={() => void refetch()} />
        </Card>
      </>
    )
  if (!choices)
    return (
      <div aria-busy="true">
        <Skeleton height={480} />
      </div>
    )
  return (
    <>
      <PageHeader title={t('listingDetails.title')} />
      <Card>
        <EmptyState
          icon="home"
          title={t('listingDetails.none')}
          text={t('listingDetails.noneText')}
          actions={
            <LinkButton filled to={to.startListing()}>
              {t('listingDetails.start')}
            </LinkButton>
          }
        />
      </Card>
    </>
  )
}
