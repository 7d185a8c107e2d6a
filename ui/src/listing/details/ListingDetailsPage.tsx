import type { ComponentType } from 'react'
import { Select } from '@mui/material'
import { useGetList, useGetOne } from 'react-admin'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { readStatus } from '../../data/http/problems.ts'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Field } from '../../components/form/Field.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { NotFound } from '../../components/feedback/NotFound.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { PageTabs } from '../../components/layout/PageTabs.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { ListingStatusChip } from '../listingStatus.tsx'
import { ComplianceTab } from './ComplianceTab.tsx'
import styles from './Details.module.css'
import { HistoryTab } from './HistoryTab.tsx'
import { PartsTab } from './PartsTab.tsx'
import { PhotosPart } from './PhotosPart.tsx'
import { GuestPreview } from '../preview/GuestPreview.tsx'
import { OverviewTab, PoliciesTab, PricingTab, TeamTab } from './SmallTabs.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { isTab, TABS, type TabName } from './tabs.ts'
import './texts.ts'

const CHOICES = 100

type ListingTab = ComponentType<{ listing: Listing }>

const Tab = ({
  tab,
  listing,
  Availability,
}: {
  tab: TabName
  listing: Listing
  Availability: ListingTab
}) => {
  switch (tab) {
    case 'overview':
      return <OverviewTab listing={listing} />
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

const Choose = ({
  tab,
  listing,
  choices,
}: {
  tab: TabName
  listing: Listing
  choices: readonly Listing[]
}) => {
  const t = useText()
  const navigate = useNavigate()
  const all = choices.some(({ id }) => id === listing.id) ? choices : [listing, ...choices]
  if (all.length < 2) return null
  return (
    <div className={styles['head']}>
      <Field label={t('listingDetails.listing')}>
        {({ id }) => (
          <Select
            native
            value={listing.id}
            onChange={({ target }) => void navigate(to.listingDetails(tab, target.value))}
            inputProps={{ id }}
          >
            {all.map((each) => (
              <option key={each.id} value={each.id}>
                {each.title}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

const Details = ({
  tab,
  listingId,
  choices,
  Availability,
}: {
  tab: TabName
  listingId: string
  choices: readonly Listing[]
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
  return (
    <>
      <PageHeader
        title={t(`listingDetails.tab.${tab}`)}
        detail={listing.title}
        crumbs={[
          { label: t('listings.title'), to: to.listings() },
          { label: listing.title, to: to.listing(listing.id) },
          { label: t(`listingDetails.tab.${tab}`) },
        ]}
        aside={<ListingStatusChip listing={listing} filled />}
      />
      <Choose tab={tab} listing={listing} choices={choices} />
      <PageTabs
        label={t('listingDetails.tabs')}
        current={tab}
        tabs={TABS.map((key) => ({
          key,
          label: t(`listingDetails.tab.${key}`),
          to: to.listingDetails(key, listing.id),
        }))}
      />
      <Tab key={listing.id} tab={tab} listing={listing} Availability={Availability} />
    </>
  )
}

/**
 * `/listing-details/{tab}?listingId=`: every detail of a listing, in its tabs; without an id of the first
 * listing.
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
    { filter: {}, pagination: { page: 1, perPage: CHOICES }, sort: { field: 'title', order: 'ASC' } },
    { retry: false },
  )
  if (!isTab(tab)) return <NotFound />
  const listingId = asked ?? choices?.[0]?.id
  if (listingId !== undefined)
    return (
      <Details
        key={listingId}
        tab={tab}
        listingId={listingId}
        choices={choices ?? []}
        Availability={Availability}
      />
    )
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
