import { useState } from 'react'
import { Select } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { SECTION_NAMES, type SectionName } from '@hearth/contracts/listing/sections/sections'
import type { SectionVersion } from '@hearth/contracts/listing'
import { getJson } from '../../data/http/http.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Field } from '../../components/form/Field.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import styles from './Details.module.css'
import { Version } from './Version.tsx'

const SHOWN = 6

const SectionFilter = ({
  section,
  onChange,
}: {
  section: SectionName | 'every'
  onChange: (section: SectionName | 'every') => void
}) => {
  const t = useText()
  return (
    <Field label={t('listingDetails.onlySection')}>
      {({ id }) => (
        <Select
          native
          value={section}
          onChange={({ target }) => onChange(SECTION_NAMES.find((name) => name === target.value) ?? 'every')}
          inputProps={{ id }}
        >
          <option value="every">{t('listingDetails.everySection')}</option>
          {SECTION_NAMES.map((name) => (
            <option key={name} value={name}>
              {t(`listingDetails.section.${name}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** The versions of one section, or of all, newest first; only the first ones until more are asked for. */
const Versions = ({
  listing,
  versions,
  section,
}: {
  listing: Listing
  versions: readonly SectionVersion[]
  section: SectionName | 'every'
}) => {
  const t = useText()
  const [all, setAll] = useState(false)
  const found = versions.filter((version) => section === 'every' || version.section === section)
  const isNewest = (version: SectionVersion) =>
    versions.find((other) => other.section === version.section) === version
  return (
    <>
      {found.length === 0 ? (
        <p className={`q ${styles['body']}`}>{t('listingDetails.noVersions')}</p>
      ) : (
        <ul className={styles['versions']}>
          {(all ? found : found.slice(0, SHOWN)).map((version) => (
            <Version
              key={`${version.section}/${version.version}`}
              listing={listing}
              version={version}
              isNewest={isNewest(version)}
            />
          ))}
        </ul>
      )}
      {!all && found.length > SHOWN && (
        <p className={styles['body']}>
          <button type="button" className="link small" onClick={() => setAll(true)}>
            {t('listingDetails.more', { smart_count: found.length })}
          </button>
        </p>
      )}
    </>
  )
}

export const VersionsCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const [section, setSection] = useState<SectionName | 'every'>('every')
  const { data, error, refetch } = useQuery({
    queryKey: ['listings', 'versions', listing.id],
    queryFn: ({ signal }) =>
      getJson<{ versions: SectionVersion[] }>(
        `/api/listings/${encodeURIComponent(listing.id)}/versions`,
        signal,
      ),
  })
  return (
    <Card title={t('listingDetails.versions')}>
      <div className={styles['body']}>
        <SectionFilter section={section} onChange={setSection} />
      </div>
      {error && !data ? (
        <ErrorState title={t('listingDetails.versionsFailed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className={styles['body']} aria-busy="true">
          <Skeleton height={320} />
        </div>
      ) : (
        <Versions listing={listing} versions={data.versions} section={section} />
      )}
    </Card>
  )
}
