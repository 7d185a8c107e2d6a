import { useState } from 'react'
import { Button } from '@mui/material'
import { addHours } from '@hearth/contracts/kernel/dates'
import { changeFeeMinor, FREE_CHANGE_HOURS, photoshoot } from '@hearth/contracts/photoshoot'
import { useCan } from '../session/session.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ConfirmCommand } from '../components/dialog/ConfirmCommand.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { formatClock, formatInstant, zoneName } from '../components/dates/localDate.ts'
import { useFormatDeadline } from '../components/dates/useDeadline.ts'
import { moneyText } from '../components/display/Money.tsx'
import { useNow } from '../components/dates/useNow.ts'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Photoshoot.module.css'
import type { Photoshoot } from './usePhotoshoot.ts'

const CancelDialog = ({
  shoot,
  feeMinor,
  onClose,
}: {
  shoot: Photoshoot
  feeMinor: number
  onClose: () => void
}) => {
  const t = useText()
  const saved = useSaved()
  const cancel = useCommand({
    resource: 'photoshoots',
    verb: 'cancel',
    touches: ['onboarding'],
    onSuccess: () => {
      onClose()
      saved(t('photoshoot.cancel.done'))
    },
  })
  const form = useCommandForm({
    schema: photoshoot.commands.CancelPhotoshoot.schema.omit({ feeMinor: true }),
    values: { reason: '' },
    command: cancel,
    send: ({ reason }) => cancel.run({ record: { id: shoot.id }, body: { reason, feeMinor } }),
    mode: 'onSubmit',
  })
  const fee = moneyText(feeMinor, shoot.currency)
  return (
    <ConfirmCommand
      open
      destructive
      title={t('photoshoot.cancel.title')}
      confirm={t('photoshoot.cancel.button')}
      keep={t('photoshoot.cancel.keep')}
      pending={form.pending}
      error={form.error}
      onClose={onClose}
      onConfirm={form.submit}
    >
      <p>{feeMinor === 0 ? t('photoshoot.cancel.free') : t('photoshoot.cancel.text', { fee })}</p>
      <TextField
        control={form.control}
        name="reason"
        label={t('photoshoot.cancel.why')}
        help={t('photoshoot.cancel.whyHelp')}
        wrong={t('photoshoot.cancel.whyHelp')}
        input={{ maxLength: 300 }}
      />
    </ConfirmCommand>
  )
}

/** The time, the access, the images to be delivered, and the price. */
const AppointmentLines = ({ shoot, zone }: { shoot: Photoshoot; zone: string }) => {
  const t = useText()
  const format = useFormatDeadline()
  const { slot, imagesDue, images, accessMethod, deliverBy, feesMinor, currency } = shoot
  return (
    <dl className={`${styles['lines']} num`}>
      {slot && (
        <div>
          <dt>{t('photoshoot.appointment.when')}</dt>
          <dd>
            {formatInstant(slot.startsAt, zone)} – {formatClock(slot.endsAt, zone)}
          </dd>
        </div>
      )}
      {accessMethod && slot && (
        <div>
          <dt>{t('photoshoot.appointment.way')}</dt>
          <dd>{t(`photoshoot.form.${accessMethod}`)}</dd>
        </div>
      )}
      <div>
        <dt>{t('photoshoot.appointment.pictures')}</dt>
        <dd>
          {images.length > 0
            ? images.length
            : t('photoshoot.appointment.picturesDue', { smart_count: imagesDue })}
        </dd>
      </div>
      {deliverBy && images.length === 0 && (
        <div>
          <dt>{t('photoshoot.appointment.by')}</dt>
          <dd>{format(deliverBy, zone)}</dd>
        </div>
      )}
      <div>
        <dt>{t('photoshoot.appointment.cost')}</dt>
        <dd>{feesMinor === 0 ? t('photoshoot.appointment.none') : moneyText(feesMinor, currency)}</dd>
      </div>
    </dl>
  )
}

/** The appointment with its price, and the actions to move or cancel it with their fees. */
export const AppointmentCard = ({
  shoot,
  zone,
  moving,
  onMove,
}: {
  shoot: Photoshoot
  zone: string
  moving: boolean
  onMove: () => void
}) => {
  const t = useText()
  const format = useFormatDeadline()
  const mayWrite = useCan('photoshoot.write')
  const now = new Date(useNow(30_000)).toISOString()
  const [cancelling, setCancelling] = useState(false)
  const { slot, status, currency } = shoot
  const feeMinor = slot === null ? 0 : changeFeeMinor(slot.startsAt, now)
  const changeable = mayWrite && status === 'scheduled' && slot !== null && now < slot.startsAt
  return (
    <Card title={t('photoshoot.appointment.title')}>
      <div className={styles['body']}>
        <AppointmentLines shoot={shoot} zone={zone} />
        {changeable && (
          <>
            <p className="small q">
              {feeMinor === 0
                ? t('photoshoot.appointment.free', {
                    at: format(addHours(slot.startsAt, -FREE_CHANGE_HOURS), zone),
                  })
                : t('photoshoot.appointment.late', { fee: moneyText(feeMinor, currency) })}
            </p>
            <div className={styles['actions']}>
              {!moving && <Button onClick={onMove}>{t('photoshoot.move')}</Button>}
              <Button onClick={() => setCancelling(true)}>{t('photoshoot.cancel.button')}</Button>
            </div>
          </>
        )}
        <p className="cap c">{t('photoshoot.zone', { zone: zoneName(zone) })}</p>
        {cancelling && (
          <CancelDialog shoot={shoot} feeMinor={feeMinor} onClose={() => setCancelling(false)} />
        )}
      </div>
    </Card>
  )
}
