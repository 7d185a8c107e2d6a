import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { type Access, changeFeeMinor, PREPARATION } from '@hearth/contracts/photoshoot'
import { zPhone } from '@hearth/contracts/listing/sections/fields'
import { useNavigate } from 'react-router-dom'
import { to } from '../navigation/paths.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Field } from '../components/form/Field.tsx'
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

/** Books the appointment: access, phone number and checklist. */
export const BookForm = ({ shoot }: { shoot: Photoshoot }) => {
  const t = useText()
  const [method, setMethod] = useState<Access['method']>('host_present')
  const [note, setNote] = useState('')
  const [phone, setPhone] = useState('')
  const [ready, setReady] = useState<readonly string[]>([])
  const [asked, setAsked] = useState(false)
  const confirm = useCommand({
    resource: 'photoshoots',
    verb: 'confirm',
    touches: ['onboarding'],
    onSuccess: useLeave(shoot.listingId, t('photoshoot.form.booked')),
  })
  const number = phone.replaceAll(/[\s().-]/g, '')
  const fits = zPhone.safeParse(number).success
  const toggle = (item: string) =>
    setReady(ready.includes(item) ? ready.filter((other) => other !== item) : [...ready, item])
  const send = () => {
    setAsked(true)
    if (fits)
      confirm.run({
        record: { id: shoot.id },
        body: {
          access: { method, note: note.trim() === '' ? null : note.trim() },
          contactPhone: number,
          checklistAccepted: ready,
        },
      })
  }
  return (
    <div className={styles['body']}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <fieldset>
          <legend className={styles['legend']}>{t('photoshoot.form.how')}</legend>
          {METHODS.map((each) => (
            <label key={each} className={styles['check']}>
              <input type="radio" name="method" checked={method === each} onChange={() => setMethod(each)} />
              {t(`photoshoot.form.${each}`)}
            </label>
          ))}
        </fieldset>
        <Field label={t('photoshoot.form.note')} help={t('photoshoot.form.noteHelp')}>
          {({ error: _error, ...field }) => (
            <OutlinedInput
              value={note}
              onChange={({ target }) => setNote(target.value)}
              inputProps={{ ...field, maxLength: 300 }}
              sx={{ maxWidth: 480 }}
            />
          )}
        </Field>
        <Field
          label={t('photoshoot.form.phone')}
          help={t('photoshoot.form.phoneHelp')}
          error={asked && !fits ? t('photoshoot.form.phoneWrong') : undefined}
        >
          {({ error, ...field }) => (
            <OutlinedInput
              type="tel"
              value={phone}
              error={error}
              onChange={({ target }) => setPhone(target.value)}
              inputProps={{ ...field, maxLength: 24, autoComplete: 'tel' }}
              sx={{ maxWidth: 320 }}
            />
          )}
        </Field>
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
            onClick={() => setReady(PREPARATION)}
          >
            {t('photoshoot.form.all')}
          </Button>
        </fieldset>
        <ProblemText error={confirm.error} />
        <div className={styles['actions']}>
          <Button
            type="submit"
            variant="contained"
            color="primary"
            disabled={ready.length < PREPARATION.length || phone.trim() === ''}
            loading={confirm.pending}
          >
            {t('photoshoot.form.submit')}
          </Button>
        </div>
      </form>
    </div>
  )
}
