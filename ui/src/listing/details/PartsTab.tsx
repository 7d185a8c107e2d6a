import { Link, useLocation, useSearchParams } from 'react-router-dom'
import type { Listing } from '../../data/records/records.ts'
import type { TextKey } from '../../i18n/text.ts'
import { useText } from '../../i18n/text.ts'
import styles from './Details.module.css'
import { OpenEdits } from './OpenEdits.tsx'
import { SectionPanel, type Part } from './SectionPanel.tsx'

/** The address names the open part of a tab; a field named there opens its part. */
const PART_OF_FIELD: Readonly<Record<string, Part>> = {
  title: 'description',
  description: 'description',
  smokeAlarms: 'safety',
  coAlarms: 'safety',
}

/** A tab whose sections are opened one at a time. */
export const PartsTab = ({
  listing,
  parts,
  group,
}: {
  listing: Listing
  parts: readonly Part[]
  group: 'detailGroups' | 'amenityGroups' | 'preArrivalGroups'
}) => {
  const t = useText()
  const [search] = useSearchParams()
  const field = PART_OF_FIELD[useLocation().hash.slice(1)]
  const asked = search.get('part') ?? field
  const current = parts.find((part) => part === asked) ?? parts[0]
  const at = (part: Part) => `?${new URLSearchParams({ listingId: listing.id, part }).toString()}`
  return (
    <>
      {listing.feeModel === 'full_service' && (listing.status === 'live' || listing.status === 'paused') && (
        <p className={`small q ${styles['note']}`}>{t('listingDetails.curated')}</p>
      )}
      <OpenEdits listing={listing} />
      <nav className={styles['parts']} aria-label={t('listingDetails.parts')}>
        {parts.map((part) => (
          <Link key={part} to={at(part)} aria-current={part === current ? 'true' : undefined}>
            {t(`listingDetails.${group}.${part}` as TextKey)}
          </Link>
        ))}
      </nav>
      {current !== undefined && (
        <SectionPanel key={`${listing.id}/${current}`} listing={listing} part={current} />
      )}
    </>
  )
}
