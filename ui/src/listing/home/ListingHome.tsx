import type { ReactNode } from 'react'
import { Select, useMediaQuery } from '@mui/material'
import { Link, useNavigate } from 'react-router-dom'
import { FILE_WIDTHS, fileUrl } from '@hearth/contracts/file'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { useLastList } from '../../components/list/lastList.ts'
import { RecordPager } from '../../components/list/RecordPager.tsx'
import { Field } from '../../components/form/Field.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { ListingStatusChip } from '../listingStatus.tsx'
import { isTab, TABS, type TabName } from '../details/tabs.ts'
import { StatusActions } from '../page/StatusActions.tsx'
import '../details/texts.ts'
import styles from './ListingHome.module.css'

const pathOf = (section: TabName, listingId: string) =>
  section === 'overview' ? to.listing(listingId) : to.listingDetails(section, listingId)

/** On small screens only the overview shows the photo, so that the other sections begin at the top. */
const Cover = ({ listing: { photoIds }, section }: { listing: Listing; section: TabName }) => {
  const [cover] = photoIds
  if (cover === undefined) return null
  return (
    <img
      className={styles['cover']}
      data-section={section}
      loading="lazy"
      src={fileUrl(cover, '640')}
      srcSet={FILE_WIDTHS.map((width) => `${fileUrl(cover, `${width}`)} ${width}w`).join(', ')}
      sizes="(max-width: 999px) calc(100vw - 32px), 200px"
      width={600}
      height={400}
      decoding="async"
      alt=""
    />
  )
}

/** Every section of the listing, each with its own address: a list, or a select where there is no room. */
const Sections = ({ listing, section }: { listing: Listing; section: TabName }) => {
  const t = useText()
  const narrow = useMediaQuery('(max-width: 999px)')
  const navigate = useNavigate()
  if (narrow)
    return (
      <Field label={t('listingDetails.openSection')}>
        {({ id }) => (
          <Select
            native
            fullWidth
            value={section}
            onChange={({ target }) => {
              if (isTab(target.value)) void navigate(pathOf(target.value, listing.id))
            }}
            inputProps={{ id }}
          >
            {TABS.map((key) => (
              <option key={key} value={key}>
                {t(`listingDetails.tab.${key}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    )
  return (
    <nav className={styles['sections']} aria-label={t('listingDetails.tabs')} data-print="hide">
      {TABS.map((key) => (
        <Link key={key} to={pathOf(key, listing.id)} aria-current={key === section ? 'page' : undefined}>
          {t(`listingDetails.tab.${key}`)}
        </Link>
      ))}
    </nav>
  )
}

/** Onboarding has begun or the import is not live yet: guests cannot see it. */
export const isUnpublished = ({ status }: Pick<Listing, 'status'>) =>
  ['draft', 'onboarding', 'in_review', 'ready'].includes(status)

/** The one page of a listing: its name, its photo, its sections, and the section that is open. */
export const ListingHome = ({
  listing,
  section,
  children,
}: {
  listing: Listing
  section: TabName
  children: ReactNode
}) => {
  const t = useText()
  const list = useLastList('listings')
  return (
    <>
      <PageHeader
        title={listing.title}
        detail={listing.title === listing.place ? undefined : listing.place}
        aside={<ListingStatusChip listing={listing} filled />}
        crumbs={[
          { label: t('listings.title'), to: list ? `${to.listings()}${list.search}` : to.listings() },
          { label: listing.title },
        ]}
        pager={<RecordPager resource="listings" id={listing.id} pathOf={(id) => pathOf(section, id)} />}
        actions={
          <>
            {listing.drafted && isUnpublished(listing) && (
              <LinkButton filled to={to.onboardingCase(listing.id)}>
                {t('listingDetails.onboarding')}
              </LinkButton>
            )}
            <StatusActions listing={listing} />
          </>
        }
      />
      <div className={styles['home']}>
        <div className={styles['side']}>
          <Cover listing={listing} section={section} />
          <Sections listing={listing} section={section} />
        </div>
        <section className={styles['open']} aria-labelledby="listing-section">
          <h2 id="listing-section" className="sr">
            {t(`listingDetails.tab.${section}`)}
          </h2>
          {children}
        </section>
      </div>
    </>
  )
}
