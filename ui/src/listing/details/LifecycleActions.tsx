import { useState } from 'react'
import { Button } from '@mui/material'
import { zLocalDate } from '@hearth/contracts/kernel/dates'
import { listing as listingContract } from '@hearth/contracts/listing'
import { useCan } from '../../session/session.ts'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { ConfirmCommand } from '../../components/dialog/ConfirmCommand.tsx'
import { DateField } from '../../components/form/fields/DateField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { todayIn } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from './Details.module.css'
import './texts.ts'

const SCHEMAS = {
  delist: listingContract.commands.DelistListing.schema,
  // The date belongs to delisting only; the form of both has it.
  suspend: listingContract.commands.SuspendListing.schema.extend({ effectiveOn: zLocalDate }),
}

const useStopForm = (listing: Listing, verb: 'delist' | 'suspend', onStopped: () => void) => {
  const t = useText()
  const saved = useSaved()
  const command = useCommand({
    resource: 'listings',
    verb,
    onSuccess: () => {
      onStopped()
      saved(t(`listingDetails.${verb}ed`, { title: listing.title }))
    },
  })
  const form = useCommandForm({
    schema: SCHEMAS[verb],
    values: { reason: '', effectiveOn: todayIn(listing.timezone) },
    command,
    send: ({ reason, effectiveOn }) =>
      command.run({
        record: { id: listing.id },
        body: verb === 'delist' ? { reason, effectiveOn } : { reason },
      }),
    mode: 'onSubmit',
  })
  return {
    ...form,
    clear: () => {
      command.reset()
      form.reset()
    },
  }
}

/** Delists or suspends a listing, with a reason. */
const Stop = ({ listing, verb }: { listing: Listing; verb: 'delist' | 'suspend' }) => {
  const t = useText()
  const today = todayIn(listing.timezone)
  const [open, setOpen] = useState(false)
  const form = useStopForm(listing, verb, () => setOpen(false))
  const show = () => {
    form.clear()
    setOpen(true)
  }
  return (
    <>
      <Button color="error" onClick={show}>
        {t(`listingDetails.${verb}`)}
      </Button>
      <ConfirmCommand
        open={open}
        destructive
        title={t(`listingDetails.${verb}Title`, { title: listing.title })}
        confirm={t(`listingDetails.${verb}`)}
        keep={t('listings.keep')}
        pending={form.pending}
        error={form.error}
        onClose={() => setOpen(false)}
        onConfirm={form.submit}
      >
        <p>{t(`listingDetails.${verb}Text`)}</p>
        <div className={styles['body']} style={{ padding: '14px 0 0', color: 'var(--ink)' }}>
          <TextField
            control={form.control}
            name="reason"
            rows={1}
            label={t('listingDetails.delistReason')}
            wrong={t('listingDetails.tooShort')}
            input={{ maxLength: 500, required: true }}
          />
          {verb === 'delist' && (
            <DateField
              control={form.control}
              name="effectiveOn"
              label={t('listingDetails.delistOn')}
              min={today}
            />
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
