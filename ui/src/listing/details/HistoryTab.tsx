import { useState } from 'react'
import { Button, Select } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { SECTION_NAMES, type SectionName } from '@hearth/contracts/listing/sections/sections'
import type { SectionVersion } from '@hearth/contracts/listing'
import { useCan } from '../../session/session.ts'
import { getJson } from '../../data/http/http.ts'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ConfirmCommand } from '../../components/dialog/ConfirmCommand.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Field } from '../../components/form/Field.tsx'
import { History } from '../../components/display/History.tsx'
import { formatInstant } from '../../components/dates/localDate.ts'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { useListingHistory } from '../../data/queries/useListingHistory.ts'
import { changeLines } from './answerWords.ts'
import styles from './Details.module.css'

const SHOWN = 20

const Revert = ({ listing, version }: { listing: Listing; version: SectionVersion }) => {
  const t = useText()
  const saved = useSaved()
  const [open, setOpen] = useState(false)
  const section = t(`listingDetails.section.${version.section}`)
  const command = useCommand({
    resource: 'listings',
    verb: 'revert-section',
    touches: ['listing-contents', 'onboarding'],
    onSuccess: () => {
      setOpen(false)
      saved(t('listingDetails.revertDone', { section, version: version.version }))
    },
  })
  return (
    <>
      <Button
        size="small"
        onClick={() => {
          command.reset()
          setOpen(true)
        }}
      >
        {t('listingDetails.revert')}
      </Button>
      <ConfirmCommand
        open={open}
        title={t('listingDetails.revertTitle', { section, version: version.version })}
        confirm={t('listingDetails.revert')}
        keep={t('listingDetails.keep')}
        pending={command.pending}
        error={command.error}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          command.run({
            record: { id: listing.id },
            body: { section: version.section, toVersion: version.version },
          })
        }
      >
        {t('listingDetails.revertText', { version: version.version })}
      </ConfirmCommand>
    </>
  )
}

const Version = ({
  listing,
  version,
  isNewest,
}: {
  listing: Listing
  version: SectionVersion
  isNewest: boolean
}) => {
  const t = useText()
  const mayWrite = useCan('listing.write') && listing.status !== 'delisted'
  const lines = changeLines(t, version.section, version.before, version.after, listing.currency)
  return (
    <li>
      <header>
        <span>
          <strong className="strong">
            {t('listingDetails.version', {
              section: t(`listingDetails.section.${version.section}`),
              version: version.version,
            })}
          </strong>{' '}
          <span className="q">
            {isNewest && `${t('listingDetails.now')}, `}
            {t(`listingDetails.kind.${version.kind}`, { version: version.toVersion ?? 0 })}
          </span>
        </span>
        {mayWrite && !isNewest && <Revert listing={listing} version={version} />}
      </header>
      <p className="c cap num">
        {t('listingDetails.by', {
          instant: formatInstant(version.at, listing.timezone),
          name: version.by.kind === 'you' ? t('booking.you') : version.by.name,
        })}
        {version.onBehalfOf !== null && `, ${t('listingDetails.onBehalf')}`}
      </p>
      <table className={styles['diff']}>
        <thead>
          <tr>
            <th scope="col">{t('listingDetails.field')}</th>
            <th scope="col">{t('listingDetails.before')}</th>
            <th scope="col">{t('listingDetails.after')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, before, after }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </li>
  )
}

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

const VersionsCard = ({ listing }: { listing: Listing }) => {
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

const TimelineCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const { data, error, refetch } = useListingHistory(listing.id)
  return (
    <Card title={t('listingDetails.timeline')}>
      {error && !data ? (
        <ErrorState title={t('listings.historyFailed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className={styles['body']} aria-busy="true">
          <Skeleton height={320} />
        </div>
      ) : (
        <History entries={data} zone={listing.timezone} />
      )}
    </Card>
  )
}

/** Every version of the listing's content, with its changes and a way to restore it; beside it the timeline. */
export const HistoryTab = ({ listing }: { listing: Listing }) => (
  <div className={styles['cols']}>
    <VersionsCard listing={listing} />
    <TimelineCard listing={listing} />
  </div>
)
