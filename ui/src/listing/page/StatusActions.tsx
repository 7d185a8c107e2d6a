import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { ConfirmCommand } from '../../components/dialog/ConfirmCommand.tsx'
import { Field } from '../../components/form/Field.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { addDays, todayIn } from '../../components/dates/localDate.ts'
import { useLockText } from '../../components/feedback/useLockText.ts'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from './ListingPage.module.css'
import { useNextStays } from '../useNextStays.ts'

const Ask = ({ listing, verb }: { listing: Listing; verb: 'publish' | 'resume' }) => {
  const t = useText()
  const saved = useSaved()
  const [open, setOpen] = useState(false)
  const command = useCommand({
    resource: 'listings',
    verb,
    onSuccess: () => {
      setOpen(false)
      saved(t(verb === 'publish' ? 'listings.published' : 'listings.resumed', { title: listing.title }))
    },
  })
  return (
    <>
      <Button
        variant="contained"
        color="primary"
        onClick={() => {
          command.reset()
          setOpen(true)
        }}
      >
        <Icon name="play" size={16} />
        {t(`listings.${verb}`)}
      </Button>
      <ConfirmCommand
        open={open}
        title={t(`listings.${verb}Title`, { title: listing.title })}
        confirm={t(`listings.${verb}`)}
        keep={t('listings.keep')}
        pending={command.pending}
        error={command.error}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          command.run({ record: { id: listing.id }, patch: { status: 'live', pausedUntil: null } })
        }
      >
        {t(`listings.${verb}Text`)}
      </ConfirmCommand>
    </>
  )
}

const Pause = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const saved = useSaved()
  const today = todayIn(listing.timezone)
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const [asked, setAsked] = useState(false)
  const { total = 0 } = useNextStays(listing.id, today, 5)
  const resume = useCommand({
    resource: 'listings',
    verb: 'resume',
    onSuccess: () => saved(t('listings.resumed', { title: listing.title })),
  })
  const command = useCommand({
    resource: 'listings',
    verb: 'pause',
    onSuccess: () => {
      setOpen(false)
      saved(t('listings.pausedNow', { title: listing.title }), () =>
        resume.run({ record: { id: listing.id }, patch: { status: 'live', pausedUntil: null } }),
      )
    },
  })
  const given = reason.trim()
  return (
    <>
      <Button
        onClick={() => {
          command.reset()
          setReason('')
          setUntil('')
          setAsked(false)
          setOpen(true)
        }}
      >
        <Icon name="pause" size={16} />
        {t('listings.pause')}
      </Button>
      <ConfirmCommand
        open={open}
        title={t('listings.pauseTitle', { title: listing.title })}
        confirm={t('listings.pause')}
        keep={t('listings.keep')}
        pending={command.pending}
        error={command.error}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          given === ''
            ? setAsked(true)
            : command.run({
                record: { id: listing.id },
                body: { reason: given, until: until === '' ? null : until },
                patch: { status: 'paused', pausedUntil: until === '' ? null : until },
              })
        }
      >
        <p>{t('listings.pauseText', { smart_count: total })}</p>
        <div className={styles['body']} style={{ padding: '14px 0 0', color: 'var(--ink)' }}>
          <Field
            label={t('listings.pauseReason')}
            help={t('listings.pauseReasonHelp')}
            error={asked && given === '' ? t('listings.pauseReasonNeeded') : undefined}
          >
            {({ error, ...field }) => (
              <OutlinedInput
                multiline
                error={error}
                maxRows={4}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
                inputProps={{ ...field, maxLength: 300, required: true }}
              />
            )}
          </Field>
          <Field label={t('listings.pauseUntil')} help={t('listings.pauseUntilHelp')}>
            {({ error: _error, ...field }) => (
              <OutlinedInput
                type="date"
                value={until}
                onChange={({ target }) => setUntil(target.value)}
                inputProps={{ ...field, min: addDays(today, 1) }}
              />
            )}
          </Field>
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
    <Ask key={listing.status} listing={listing} verb={listing.status === 'paused' ? 'resume' : 'publish'} />
  )
}
