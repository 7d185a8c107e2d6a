import { useState } from 'react'
import { Button } from '@mui/material'
import type { SectionVersion } from '@hearth/contracts/listing'
import { useCan } from '../../session/session.ts'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { ConfirmCommand } from '../../components/dialog/ConfirmCommand.tsx'
import { formatInstant } from '../../components/dates/localDate.ts'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { changeLines } from './answerWords.ts'
import styles from './Details.module.css'

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

/** One version of a section: who changed what, and a way to restore it. */
export const Version = ({
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
  // Of the first answers there is nothing before.
  const hasBefore = lines.some(({ before }) => before !== t('onboarding.noAnswer'))
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
          {isNewest ? (
            <StatusChip tone="brand">{t('listingDetails.now')}</StatusChip>
          ) : (
            version.kind !== 'changed' && (
              <span className="q">
                {t(`listingDetails.kind.${version.kind}`, { version: version.toVersion ?? 0 })}
              </span>
            )
          )}
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
            {hasBefore && <th scope="col">{t('listingDetails.before')}</th>}
            <th scope="col">{t(hasBefore ? 'listingDetails.after' : 'listingDetails.answer')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, before, after }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {hasBefore && <td>{before}</td>}
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </li>
  )
}
