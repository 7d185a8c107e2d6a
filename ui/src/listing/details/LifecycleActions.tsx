import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useCan } from '../../session/session.ts'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { ConfirmCommand } from '../../components/dialog/ConfirmCommand.tsx'
import { Field } from '../../components/form/Field.tsx'
import { todayIn } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from './Details.module.css'
import './texts.ts'

const MIN_REASON = { delist: 3, suspend: 10 } as const

/** Delists or suspends a listing, with a reason. */
const Stop = ({ listing, verb }: { listing: Listing; verb: 'delist' | 'suspend' }) => {
  const t = useText()
  const saved = useSaved()
  const today = todayIn(listing.timezone)
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [effectiveOn, setEffectiveOn] = useState(today)
  const [asked, setAsked] = useState(false)
  const command = useCommand({
    resource: 'listings',
    verb,
    onSuccess: () => {
      setOpen(false)
      saved(t(`listingDetails.${verb}ed`, { title: listing.title }))
    },
  })
  const given = reason.trim()
  const missing = given.length < MIN_REASON[verb]
  const body = verb === 'delist' ? { reason: given, effectiveOn } : { reason: given }
  return (
    <>
      <Button
        variant="text"
        color="error"
        onClick={() => {
          command.reset()
          setReason('')
          setAsked(false)
          setOpen(true)
        }}
      >
        {t(`listingDetails.${verb}`)}
      </Button>
      <ConfirmCommand
        open={open}
        destructive
        title={t(`listingDetails.${verb}Title`, { title: listing.title })}
        confirm={t(`listingDetails.${verb}`)}
        keep={t('listings.keep')}
        pending={command.pending}
        error={command.error}
        onClose={() => setOpen(false)}
        onConfirm={() => (missing ? setAsked(true) : command.run({ record: { id: listing.id }, body }))}
      >
        <p>{t(`listingDetails.${verb}Text`)}</p>
        <div className={styles['body']} style={{ padding: '14px 0 0', color: 'var(--ink)' }}>
          <Field
            label={t('listingDetails.delistReason')}
            error={asked && missing ? t('listingDetails.tooShort') : undefined}
          >
            {({ error, ...field }) => (
              <OutlinedInput
                multiline
                error={error}
                maxRows={4}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
                inputProps={{ ...field, maxLength: 500, required: true }}
              />
            )}
          </Field>
          {verb === 'delist' && (
            <Field label={t('listingDetails.delistOn')}>
              {({ error: _error, ...field }) => (
                <OutlinedInput
                  type="date"
                  value={effectiveOn}
                  onChange={({ target }) => setEffectiveOn(target.value === '' ? today : target.value)}
                  inputProps={{ ...field, min: today }}
                />
              )}
            </Field>
          )}
        </div>
      </ConfirmCommand>
    </>
  )
}

const Reinstate = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const saved = useSaved()
  const command = useCommand({
    resource: 'listings',
    verb: 'reinstate',
    onSuccess: () => saved(t('listingDetails.reinstated', { title: listing.title })),
  })
  return (
    <>
      <Button
        variant="contained"
        color="primary"
        loading={command.pending}
        onClick={() => command.run({ record: { id: listing.id } })}
      >
        {t('listingDetails.reinstate')}
      </Button>
      <ProblemText error={command.error} />
    </>
  )
}

/** Delisting by the owner, suspending and reinstating by staff: what is possible now. */
export const LifecycleActions = ({ listing }: { listing: Listing }) => {
  const mayDelist = useCan('listing.delist')
  const maySuspend = useCan('listing.suspend')
  const { status } = listing
  return (
    <>
      {maySuspend && (status === 'live' || status === 'paused') && <Stop listing={listing} verb="suspend" />}
      {maySuspend && status === 'suspended' && <Reinstate listing={listing} />}
      {mayDelist && status !== 'delisted' && <Stop listing={listing} verb="delist" />}
    </>
  )
}
