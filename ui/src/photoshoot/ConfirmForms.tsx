import { Button } from '@mui/material'
import { type Access, changeFeeMinor, photoshoot, PREPARATION } from '@hearth/contracts/photoshoot'
import { foldNumber } from '@hearth/contracts/kernel/text'
import { zPhone } from '@hearth/contracts/listing/sections/fields'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { to } from '../navigation/paths.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { CommandForm } from '../components/form/CommandForm.tsx'
import { RadioField } from '../components/form/fields/RadioField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { moneyText } from '../components/display/Money.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useNow } from '../components/dates/useNow.ts'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Photoshoot.module.css'
import type { Photoshoot } from './usePhotoshoot.ts'

const METHODS = [
  'host_present',
  'key_box',
  'smart_lock',
  'doorman',
] as const satisfies readonly Access['method'][]

const useLeave = (listingId: string, text: string) => {
  const navigate = useNavigate()
  const saved = useSaved()
  return () => {
    saved(text)
    void navigate(to.photoshoot(listingId))
  }
}

/** Moving an appointment needs only the host's consent to its fee. */
export const MoveForm = ({ shoot }: { shoot: Photoshoot }) => {
  const t = useText()
  const now = new Date(useNow(1_000)).toISOString()
  const move = useCommand({
    resource: 'photoshoots',
    verb: 'reschedule',
    touches: ['onboarding'],
    onSuccess: useLeave(shoot.listingId, t('photoshoot.form.moved')),
  })
  const feeMinor = shoot.slot === null ? 0 : changeFeeMinor(shoot.slot.startsAt, now)
  return (
    <div className={styles['body']}>
      {feeMinor > 0 && (
        <p>{t('photoshoot.appointment.late', { fee: moneyText(feeMinor, shoot.currency) })}</p>
      )}
      <ProblemText error={move.error} />
      <Button
        variant="contained"
        color="primary"
        loading={move.pending}
        onClick={() => move.run({ record: { id: shoot.id }, body: { feeMinor } })}
      >
        {t('photoshoot.form.move')}
      </Button>
    </div>
  )
}

/** The phone number may be typed with spaces and brackets. */
const schema = photoshoot.commands.ConfirmPhotoshoot.schema.extend({
  contactPhone: z
    .string()
    .transform((text) => foldNumber(text).replaceAll(/[().]/g, ''))
    .pipe(zPhone),
})

const useBooking = (shoot: Photoshoot) => {
  const t = useText()
  const confirm = useCommand({
    resource: 'photoshoots',
    verb: 'confirm',
    touches: ['onboarding'],
    onSuccess: useLeave(shoot.listingId, t('photoshoot.form.booked')),
  })
  return useCommandForm({
    schema,
    values: { access: { method: 'host_present', note: null }, contactPhone: '', checklistAccepted: [] },
    command: confirm,
    send: (body) => confirm.run({ record: { id: shoot.id }, body }),
    mode: 'onSubmit',
  })
}

type Item = (typeof PREPARATION)[number]

const Checklist = ({ ready, onChange }: { ready: readonly Item[]; onChange: (ready: Item[]) => void }) => {
  const t = useText()
  const toggle = (item: Item) =>
    onChange(ready.includes(item) ? ready.filter((other) => other !== item) : [...ready, item])
  return (
    <fieldset>
      <legend className={styles['legend']}>{t('photoshoot.form.checklist')}</legend>
      <div className={styles['checks']}>
        {PREPARATION.map((item) => (
          <label key={item} className={styles['check']}>
            <input type="checkbox" checked={ready.includes(item)} onChange={() => toggle(item)} />
            {t(`photoshoot.preparation.${item}`)}
          </label>
        ))}
      </div>
      <Button
        variant="text"
        size="small"
        className={styles['all']}
        disabled={ready.length === PREPARATION.length}
        onClick={() => onChange([...PREPARATION])}
      >
        {t('photoshoot.form.all')}
      </Button>
    </fieldset>
  )
}

/** Books the appointment: access, phone number and checklist. */
export const BookForm = ({ shoot }: { shoot: Photoshoot }) => {
  const t = useText()
  const form = useBooking(shoot)
  const { control, values } = form
  return (
    <div className={styles['body']}>
      <CommandForm form={form}>
        <RadioField
          control={control}
          name="access.method"
          label={t('photoshoot.form.how')}
          options={METHODS.map((method) => ({ value: method, label: t(`photoshoot.form.${method}`) }))}
        />
        <div style={{ maxWidth: 480 }}>
          <TextField
            control={control}
            name="access.note"
            optional
            label={t('photoshoot.form.note')}
            help={t('photoshoot.form.noteHelp')}
            input={{ maxLength: 300 }}
          />
        </div>
        <div style={{ maxWidth: 320 }}>
          <TextField
            control={control}
            name="contactPhone"
            type="tel"
            label={t('photoshoot.form.phone')}
            help={t('photoshoot.form.phoneHelp')}
            wrong={t('photoshoot.form.phoneWrong')}
            autoComplete="tel"
            input={{ maxLength: 24 }}
          />
        </div>
        <Checklist
          ready={values.checklistAccepted}
          onChange={(checklistAccepted) => form.set({ checklistAccepted })}
        />
        <ProblemText error={form.error} />
        <div className={styles['actions']}>
          <Button
            type="submit"
            variant="contained"
            color="primary"
            disabled={
              values.checklistAccepted.length < PREPARATION.length || values.contactPhone.trim() === ''
            }
            loading={form.pending}
          >
            {t('photoshoot.form.submit')}
          </Button>
        </div>
      </CommandForm>
    </div>
  )
}
