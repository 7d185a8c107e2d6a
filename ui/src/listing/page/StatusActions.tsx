import { useState } from 'react'
import { Button } from '@mui/material'
import { listing as listingContract } from '@hearth/contracts/listing'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { ConfirmCommand } from '../../components/dialog/ConfirmCommand.tsx'
import { DateField } from '../../components/form/fields/DateField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { Icon } from '../../components/display/icons.tsx'
import { addDays, todayIn } from '../../components/dates/localDate.ts'
import { useLockText } from '../../components/feedback/useLockText.ts'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from './ListingPage.module.css'
import { useNextStays } from '../useNextStays.ts'
import { PublishOrResume } from './PublishOrResume.tsx'
import '../../i18n/lazy/listings.ts'

/** Pauses the listing; once it is paused, an undo resumes it. */
const usePause = (listing: Listing, onPaused: () => void) => {
  const t = useText()
  const saved = useSaved()
  const record = { id: listing.id }
  const resume = useCommand({
    resource: 'listings',
    verb: 'resume',
    onSuccess: () => saved(t('listings.resumed', { title: listing.title })),
  })
  return useCommand({
    resource: 'listings',
    verb: 'pause',
    onSuccess: () => {
      onPaused()
      saved(t('listings.pausedNow', { title: listing.title }), () =>
        resume.run({ record, patch: { status: 'live', pausedUntil: null } }),
      )
    },
  })
}

const Pause = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const today = todayIn(listing.timezone)
  const [open, setOpen] = useState(false)
  const { total } = useNextStays(listing.id, today, 5)
  const command = usePause(listing, () => setOpen(false))
  const form = useCommandForm({
    schema: listingContract.commands.PauseListing.schema,
    values: { reason: '', until: null },
    command,
    send: (body) =>
      command.run({ record: { id: listing.id }, body, patch: { status: 'paused', pausedUntil: body.until } }),
    mode: 'onSubmit',
  })
  const show = () => {
    command.reset()
    form.reset()
    setOpen(true)
  }
  return (
    <>
      <Button onClick={show}>
        <Icon name="pause" size={16} />
        {t('listings.pause')}
      </Button>
      <ConfirmCommand
        open={open}
        title={t('listings.pauseTitle', { title: listing.title })}
        confirm={t('listings.pause')}
        keep={t('listings.keep')}
        pending={form.pending}
        error={form.error}
        onClose={() => setOpen(false)}
        onConfirm={form.submit}
      >
        {total !== undefined && <p>{t('listings.pauseText', { smart_count: total })}</p>}
        <div className={styles['body']} style={{ padding: '14px 0 0', color: 'var(--ink)' }}>
          <TextField
            control={form.control}
            name="reason"
            rows={1}
            label={t('listings.pauseReason')}
            help={t('listings.pauseReasonHelp')}
            wrong={t('listings.pauseReasonNeeded')}
            input={{ maxLength: 300, required: true }}
          />
          <DateField
            control={form.control}
            name="until"
            optional
            label={t('listings.pauseUntil')}
            help={t('listings.pauseUntilHelp')}
            min={addDays(today, 1)}
          />
        </div>
      </ConfirmCommand>
    </>
  )
}

/** Publish, pause or resume: what is possible now, with its consequence before the click. */
export const StatusActions = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const lockText = useLockText('listing.publish')
  // A listing in onboarding goes live automatically when every condition is met.
  if (
    listing.status === 'suspended' ||
    listing.status === 'delisted' ||
    (listing.drafted && listing.status !== 'live' && listing.status !== 'paused')
  )
    return null
  if (lockText !== undefined)
    return (
      <Button disabled>
        {t(
          listing.status === 'live'
            ? 'listings.pause'
            : listing.status === 'paused'
              ? 'listings.resume'
              : 'listings.publish',
        )}
      </Button>
    )
  if (listing.status === 'live') return <Pause listing={listing} />
  return (
    <PublishOrResume
      key={listing.status}
      listing={listing}
      verb={listing.status === 'paused' ? 'resume' : 'publish'}
    />
  )
}
